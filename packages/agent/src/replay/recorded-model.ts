import {
  ProviderError,
  providerErrorCodes,
  type AttemptEvent,
  type AttemptModel,
  type EntryOf,
  type ModelRequest,
  type OutcomeError,
  type OutcomeName,
  type Tool,
} from "@skein/protocol";
import { RunStop } from "../run-stop.ts";
import type { Pace } from "./pace.ts";
import { endOf, eventsBefore, type RecordedReply } from "./recorded-replies.ts";

export interface RecordedModelOptions {
  /** In the order of their requests. */
  readonly replies: readonly RecordedReply[];
  readonly outcome: EntryOf<"outcome"> | undefined;
  readonly pace: Pace;
  /** What the models bring. Default: none. */
  readonly tools?: readonly Tool[];
  /** Called with the nth request, from 0, and the reply that was recorded for it. */
  readonly onRequest: (request: ModelRequest, reply: RecordedReply | undefined) => void;
}

interface ModelName {
  readonly provider: string;
  readonly model: string;
}

/** Models that share one list of replies: the nth request gets the nth reply, whichever model receives it. */
export interface RecordedModels {
  named(who: ModelName): AttemptModel;
  /** A model that is called as `who` says now, as a planner and the model for the work are. */
  following(who: () => ModelName): AttemptModel;
  /** Number of requests made so far. */
  asked(): number;
}

export function recordedModels({
  replies,
  outcome,
  pace,
  tools,
  onRequest,
}: RecordedModelOptions): RecordedModels {
  let asked = 0;
  async function* stream(sent: ModelRequest): AsyncGenerator<AttemptEvent> {
    const { session: _, ...request } = sent;
    const reply = replies[asked++];
    onRequest(request, reply); // where it is replayed is not part of it
    if (!reply) return await pace.missing();
    yield* eventsBefore(reply);
    const error = reply.result?.error;
    if (error) throw errorOf(error, reply, outcome);
    const end = endOf(reply);
    if (end) yield end;
    else await pace.missing();
  }
  return {
    named: ({ provider, model }) => ({ provider, id: model, limits: {}, tools, stream }),
    following: (who) => ({
      get provider() {
        return who().provider;
      },
      get id() {
        return who().model;
      },
      limits: {},
      tools,
      stream,
    }),
    asked: () => asked,
  };
}

/** The recorded error, with the fields that the loop uses. */
function errorOf(
  { code, message, hint, nextStep }: OutcomeError,
  { request, contextTokens, result }: RecordedReply,
  outcome: EntryOf<"outcome"> | undefined,
): Error {
  const known = providerErrorCodes.find((one) => one === code);
  if (known) {
    const { provider } = request;
    return new ProviderError(known, message, {
      provider,
      retryable: false,
      contextTokens,
      nextStep,
      ...(result?.refusedTools ? { refusedTools: result.refusedTools } : {}),
      ...(hint === undefined ? {} : { hint }),
    });
  }
  const name: OutcomeName = outcome?.outcome ?? "internal";
  return new RunStop(name, {
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(nextStep === undefined ? {} : { nextStep }),
  });
}

/**
 * The model that named the session; its answer is the recorded name.
 *
 * @param name - `undefined` when it gave none.
 */
export function recordedNamer(
  { replies: [first], outcome, pace, onRequest }: RecordedModelOptions,
  name: string | undefined,
): AttemptModel {
  return {
    provider: first?.request.provider ?? "",
    id: first?.request.model ?? "",
    limits: {},
    async *stream(request) {
      onRequest(request, first);
      if (!first?.result) return await pace.missing();
      for (let attempt = 1; attempt < first.result.attempts; attempt++)
        yield { type: "retry-wait", ms: 0, reason: "recorded", attempt };
      if (first.result.error) throw errorOf(first.result.error, first, outcome);
      yield { type: "message-start", modelId: first.result.model };
      if (name !== undefined) {
        yield { type: "part-start", part: 0, kind: "text" };
        yield { type: "text-delta", part: 0, delta: name };
        yield { type: "part-end", part: 0, content: { type: "text", text: name } };
      }
      const { usage } = first.result;
      yield { type: "message-end", stop: "answered", rawStop: "answered", usage };
    },
  };
}
