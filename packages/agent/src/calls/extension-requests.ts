import { groupedNumber } from "@skein/protocol";
import type {
  ExtensionRequests,
  GateRequest,
  JsonObject,
  Question,
  SamplingReply,
  SamplingRequest,
} from "@skein/protocol";
import { RunStop } from "../loop/run-stop.ts";
import type { RunNeeds } from "../loop/run-scope.ts";
import { sendAuxiliaryRequest } from "../requests/auxiliary-request.ts";
import type { ValidToolCall } from "./validate-tool-call.ts";

export type RequestNeeds = RunNeeds<
  "id" | "state" | "log" | "tally" | "emit" | "questions" | "stop",
  "ids" | "gate" | "cwd" | "budget" | "redact" | "fast"
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

/** The most that one call may ask of the user, and of the model: what is asked without end is not work. */
const mostRequests = 20;

/** Characters of a request that a question shows. */
const mostShown = 8_000;

function shortened(text: string): string {
  const more = text.length - mostShown;
  return more <= 0 ? text : `${text.slice(0, mostShown)} … and ${groupedNumber(more)} more characters`;
}

/** Counts, and throws beyond the limit. */
function createRequestLimit(whom: string): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > mostRequests)
      throw new Error(`A call may ask ${whom} ${mostRequests} times, and this one has.`);
  };
}

/** What an extension may ask of the user and the model while a call of it runs: one model request at a time. */
export function extensionRequests(
  scope: RequestNeeds,
  call: ValidToolCall,
  { signal, whileWaiting }: RequestOptions,
): CallRequests {
  const { parts, questions, state } = scope;
  const { name: extension } = call.mounted.extension;
  const [askedUser, askedModel] = [createRequestLimit("the user"), createRequestLimit("the model")];
  let unanswered: RunStop | undefined;
  let lastSample: Promise<unknown> = Promise.resolve();

  async function ask(
    message: string,
    schema: JsonObject,
    { hooks, wanted }: { readonly hooks: boolean; readonly wanted?: AbortSignal | undefined },
  ): Promise<JsonObject | null | "cancelled"> {
    const question: Question = { id: parts.ids(), kind: "elicitation", extension, message, schema };
    const withdraw = () => questions.withdraw(question.id, extension);
    wanted?.addEventListener("abort", withdraw, { once: true });
    const answer = await whileWaiting(() => questions.elicit(question, { hooks, signal }));
    wanted?.removeEventListener("abort", withdraw);
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
    const message = `It wants to send this to your model (${state.model.id}): ${shortened(JSON.stringify(input))}`;
    const reply = await ask(message, { type: "object", properties: {} }, { hooks: false });
    if (reply === null || reply === "cancelled") throw new Error("The user did not permit sampling.");
  }

  async function sample({
    system,
    messages,
    maxOutputTokens,
    temperature,
    prefersFast = false,
  }: SamplingRequest): Promise<SamplingReply> {
    signal.throwIfAborted();
    if (!call.mounted.tool.asksModel)
      await permitSampling({ system, messages: JSON.parse(JSON.stringify(messages)) as JsonObject[] });
    const model = (prefersFast ? parts.fast : undefined) ?? state.model;
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
  }

  return {
    unanswered: () => unanswered,
    requests: {
      roots: () => Promise.resolve([parts.cwd]),
      async elicit({ message, schema, signal: wanted }) {
        askedUser();
        return ask(message, schema, { hooks: true, wanted });
      },
      async sample(request) {
        askedModel();
        const reply = lastSample.then(() => sample(request));
        lastSample = reply.catch(() => undefined);
        return reply;
      },
    },
  };
}
