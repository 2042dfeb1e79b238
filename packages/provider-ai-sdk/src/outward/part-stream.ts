import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { callError } from "./call-error.ts";
import { noUsage } from "./usage.ts";

/**
 * The parts as the stream that the AI SDK reads. A failure becomes an `error` part and a `finish` that says so; an abort
 * breaks the stream with its reason. Who stops reading stops the work.
 */
export function partStream(
  parts: AsyncGenerator<LanguageModelV4StreamPart>,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      async pull(controller) {
        try {
          const next = await parts.next();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (error) {
          if (signal?.aborted) return controller.error(signal.reason);
          controller.enqueue({ type: "error", error: callError(error) });
          controller.enqueue({
            type: "finish",
            finishReason: { unified: "error", raw: undefined },
            usage: noUsage,
          });
          controller.close();
        }
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
