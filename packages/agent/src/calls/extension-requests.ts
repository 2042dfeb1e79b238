import type { ExtensionRequests, GateRequest, JsonObject, Question } from "@skein/protocol";
import { RunStop } from "../loop/run-stop.ts";
import type { RunNeeds } from "../loop/run-scope.ts";
import { sendAuxiliaryRequest } from "../requests/auxiliary-request.ts";
import type { ValidToolCall } from "./validate-tool-call.ts";

export type RequestNeeds = RunNeeds<
  "id" | "state" | "log" | "tally" | "emit" | "questions" | "stop",
  "ids" | "gate" | "cwd" | "budget" | "redact"
>;

export interface CallRequests {
  readonly requests: ExtensionRequests;
  /** The end of the run, if the call fails, since no one was available to answer. */
  readonly unanswered: () => RunStop | undefined;
}

interface RequestOptions {
  /** Aborted when the call ends. */
  readonly signal: AbortSignal;
  readonly whileWaiting: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

/** What an extension may ask of the user and the model while a call of it runs. */
export function extensionRequests(
  scope: RequestNeeds,
  call: ValidToolCall,
  { signal, whileWaiting }: RequestOptions,
): CallRequests {
  const { parts, questions, state } = scope;
  const { name: extension } = call.mounted.extension;
  let unanswered: RunStop | undefined;

  async function ask(
    message: string,
    schema: JsonObject,
    hooks: boolean,
  ): Promise<JsonObject | null | "cancelled"> {
    const question: Question = { id: parts.ids(), kind: "elicitation", extension, message, schema };
    const answer = await whileWaiting(() => questions.elicit(question, { hooks, signal }));
    if (answer && "reply" in answer) return answer.reply;
    if (answer) return "cancelled";
    unanswered ??= new RunStop("needs-input", {
      code: "elicitation",
      message: `The extension ${extension} asks: ${message} No one is available to answer.`,
    });
    return "cancelled";
  }

  /** Throws an `Error` unless the gate or the user permits it. */
  async function permitSampling(input: JsonObject): Promise<void> {
    const request: GateRequest = {
      callId: call.id,
      tool: `${extension}__sampling`,
      extension,
      effect: "unknown",
      input,
      cwd: parts.cwd,
    };
    const { verdict, reason = "" } = await parts.gate.decide(request, signal);
    if (verdict === "allow") return;
    if (verdict === "deny") throw new Error(`Sampling is denied: ${reason}`);
    const message = `It wants to send this to your model (${state.model.id}): ${JSON.stringify(input)}`;
    const reply = await ask(message, { type: "object", properties: {} }, false);
    if (reply === null || reply === "cancelled") throw new Error("The user did not permit sampling.");
  }

  return {
    unanswered: () => unanswered,
    requests: {
      elicit: ({ message, schema }) => ask(message, schema, true),
      async sample({ system, messages, maxOutputTokens, temperature }) {
        await permitSampling({ system, messages: JSON.parse(JSON.stringify(messages)) as JsonObject[] });
        const { model } = state;
        const text = await sendAuxiliaryRequest(scope, {
          purpose: "sampling",
          model,
          request: {
            system,
            messages,
            tools: [],
            options: { maxOutputTokens, ...(temperature === undefined ? {} : { temperature }) },
          },
          signal,
        });
        return { text, model: model.id };
      },
    },
  };
}
