import { ProviderError } from "@skein/protocol";
import type {
  AssistantPart,
  AttemptModel,
  JsonValue,
  ModelRequest,
  StopReason,
  Usage,
} from "@skein/protocol";

/**
 * Complete reply of a model.
 *
 * The same facts as in the events of the stream: `message-start`, the
 * `part-end` of each part, and `message-end`.
 */
export interface Reply {
  /**
   * Model that replied, as the vendor reports it. The requested id if the
   * stream never started.
   */
  readonly modelId: string;
  /** The vendor's id of the request. Absent: the vendor sent none. */
  readonly requestId?: string;
  /** Parts of the reply, in the order of their starts. */
  readonly content: readonly AssistantPart[];
  /** Reason why the reply stopped. */
  readonly stop: StopReason;
  /** The vendor's own value, unchanged. */
  readonly rawStop: string;
  /** Tokens of the attempt that answered. */
  readonly usage: Usage;
  /** The vendor's own counters, unchanged. */
  readonly rawUsage?: JsonValue;
}

/**
 * Reads a stream to its end. The non-streaming form of a request: there is no
 * second method on models.
 *
 * Throws what the stream throws, and `ProviderError` `bad-stream` if it ends
 * without `message-end`. With a model that retries, only the last attempt
 * counts.
 *
 * @example
 * ```ts
 * async function ask(model: AttemptModel, text: string): Promise<string> {
 *   const message: Message = { role: "user", from: "user", content: [{ type: "text", text }] };
 *   const request: ModelRequest = { system: "", tools: [], messages: [message], options: {} };
 *   return extractText((await complete(model, request, AbortSignal.timeout(60_000))).content);
 * }
 * ```
 */
export async function complete(
  model: AttemptModel,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Reply> {
  let start: { readonly modelId: string; readonly requestId?: string } = { modelId: model.id };
  let content: AssistantPart[] = [];
  let reply: Reply | undefined;
  for await (const event of model.stream(request, signal)) {
    // A new attempt: the parts of the one before are void.
    if (event.type === "message-start") {
      content = [];
      start = {
        modelId: event.modelId,
        ...(event.requestId === undefined ? {} : { requestId: event.requestId }),
      };
    } else if (event.type === "part-end") {
      content[event.part] = event.content;
    } else if (event.type === "message-end") {
      const { type: _, ...end } = event;
      reply = { ...start, content, ...end };
    }
  }
  if (reply) return reply;
  const message = `The reply of ${model.id} ended before it was complete.`;
  throw new ProviderError("bad-stream", message, { provider: model.provider, retryable: true });
}
