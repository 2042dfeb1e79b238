import { ProviderError } from "@skein/protocol";
import type {
  AssistantPart,
  AttemptModel,
  JsonValue,
  ModelRequest,
  StopReason,
  Usage,
} from "@skein/protocol";

/** A complete reply. */
export interface Reply {
  readonly modelId: string;
  readonly requestId?: string;
  /** In the order of their starts. */
  readonly content: readonly AssistantPart[];
  readonly stop: StopReason;
  readonly rawStop: string;
  readonly usage: Usage;
  readonly rawUsage?: JsonValue;
}

/**
 * Reads a stream to its end. Throws what the stream throws, and `bad-stream` when it ends without
 * `message-end`.
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
