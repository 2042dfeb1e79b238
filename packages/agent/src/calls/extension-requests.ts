import { groupedNumber, isJsonObject, extractText } from "@skein/protocol";
import type {
  ExtensionRequests,
  GateRequest,
  JsonObject,
  Question,
  SamplingReply,
  SamplingRequest,
  ToolCall,
  ToolCallPart,
} from "@skein/protocol";
import { RunStop } from "../run-stop.ts";
import type { RunNeeds } from "../run/run-scope.ts";
import { auxiliaryReply } from "../requests/auxiliary-request.ts";
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
  /** Aborted when the call is stopped. */
  readonly signal: AbortSignal;
  /** Aborted when the call has ended. Open questions of the call are withdrawn then. */
  readonly ended: AbortSignal;
  readonly whileWaiting: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

/** The most that one call may ask of the user, and of the model: what is asked without end is not work. */
const mostRequests = 20;

/** The name that rules know the requests to the model by, behind that of the extension. */
const sampling = "sampling";

interface SamplingStep {
  /** As of a tool of the extension. */
  readonly name: string;
  /** What it is, for the user. */
  readonly wants: string;
  readonly input: JsonObject;
}

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
  { signal: stopped, ended, whileWaiting }: RequestOptions,
): CallRequests {
  const { parts, questions, state } = scope;
  const { name: extension } = call.mounted.extension;
  const signal = AbortSignal.any([stopped, ended]);
  const [askedUser, askedModel] = [createRequestLimit("the user"), createRequestLimit("the model")];
  let unanswered: RunStop | undefined;
  let lastSample: Promise<unknown> = Promise.resolve();

  async function ask(
    message: string,
    schema: JsonObject,
    { hooks, wanted }: { readonly hooks: boolean; readonly wanted?: AbortSignal | undefined },
  ): Promise<JsonObject | null | "cancelled"> {
    const question: Question = { id: parts.ids(), kind: "elicitation", extension, message, schema };
    const withdrawn = wanted ? AbortSignal.any([ended, wanted]) : ended;
    const answer = await whileWaiting(() =>
      questions.elicit(question, { hooks, signal: stopped, withdrawn }),
    );
    if (answer && "reply" in answer) return answer.reply;
    if (answer) return "cancelled";
    unanswered ??= new RunStop("needs-input", {
      code: "elicitation",
      message: `The extension ${extension} asks: ${message} No one is available to answer.`,
    });
    return "cancelled";
  }

  /** Throws an `Error` unless the gate or the user permits it. */
  async function permit({ name, wants, input }: SamplingStep): Promise<void> {
    const request: GateRequest = {
      callId: call.id,
      tool: `${extension}__${name}`,
      extension,
      effect: "unknown",
      input,
      cwd: parts.cwd,
    };
    const { verdict, reason = "" } = await parts.gate.decide(request, signal);
    if (verdict === "allow") return;
    if (verdict === "deny") throw new Error(`${name === sampling ? "Sampling" : name} is denied: ${reason}`);
    const message = `${wants}: ${shortened(JSON.stringify(input))}`;
    const reply = await ask(message, { type: "object", properties: {} }, { hooks: false });
    if (reply === null || reply === "cancelled") throw new Error(`The user did not permit ${name}.`);
  }

  /** Each call of a reply that the extension is to run. Throws an `Error` for one that is none of its tools' or not permitted. */
  async function permitCalls(calls: readonly ToolCallPart[], tools: SamplingRequest["tools"] = []) {
    const permitted: ToolCall[] = [];
    for (const one of calls) {
      if ("problem" in one || !tools.some(({ name }) => name === one.name))
        throw new Error(`The model's call of ${JSON.stringify(one.name)} cannot be used. Ask again.`);
      const { id, name, input } = one;
      const wants = `The model wants it to run its tool ${name}`;
      if (!call.mounted.tool.asksModel)
        await permit({ name, wants, input: isJsonObject(input) ? input : { input } });
      permitted.push({ type: "tool-call", id, name, input });
    }
    return permitted;
  }

  async function sample({
    system,
    messages,
    maxOutputTokens,
    temperature,
    tools,
    toolChoice,
    prefersFast = false,
  }: SamplingRequest): Promise<SamplingReply> {
    signal.throwIfAborted();
    if (!call.mounted.tool.asksModel) {
      const sent = { system, messages, ...(tools ? { tools } : {}) };
      const wants = `It wants to send this to your model (${state.model.id})`;
      await permit({ name: sampling, wants, input: JSON.parse(JSON.stringify(sent)) as JsonObject });
    }
    const model = (prefersFast ? parts.fast : undefined) ?? state.model;
    const { content, stop } = await auxiliaryReply(scope, {
      purpose: "sampling",
      model,
      request: {
        system,
        messages,
        tools: tools ?? [],
        options: {
          maxOutputTokens,
          ...(temperature === undefined ? {} : { temperature }),
          ...(tools && toolChoice ? { toolChoice } : {}),
        },
      },
      signal,
    });
    const calls = content.filter((part) => part.type === "tool-call");
    const toolCalls = await permitCalls(calls, tools);
    return { text: extractText(content), model: model.id, toolCalls, isCutOff: stop === "length" };
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
