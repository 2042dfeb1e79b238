import { describeError } from "@skein/protocol";
import type { SentNews } from "./session-events.ts";

/** So often a comment is sent when nothing happens: a connection that is gone is noticed. */
const silenceMs = 15_000;

/**
 * News as Server-Sent Events: `hello` first, then unnamed ones with an id, at last `end` or `error`. A page that reconnects
 * by itself sends the last id along.
 */
export async function* sseText(
  events: AsyncIterable<SentNews>,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const reader = events[Symbol.asyncIterator]();
  yield "retry: 500\n\n";
  try {
    for (let next = reader.next(); ;) {
      const arrived = await soon(next, signal);
      if (arrived === "silence") {
        yield ": \n\n";
        continue;
      }
      if (signal.aborted) return;
      if (arrived.done === true) break;
      yield lineOf(arrived.value);
      next = reader.next();
    }
    yield "event: end\ndata: {}\n\n";
  } catch (error) {
    yield `event: error\ndata: ${JSON.stringify(describeError(error))}\n\n`;
  } finally {
    void reader.return?.().catch(() => undefined);
  }
}

function lineOf(sent: SentNews): string {
  if (sent.type === "news") return `id: ${sent.id}\ndata: ${JSON.stringify(sent.news)}\n\n`;
  const { type: _, ...hello } = sent;
  return `event: hello\ndata: ${JSON.stringify(hello)}\n\n`;
}

async function soon<Value>(next: Promise<Value>, signal: AbortSignal): Promise<Value | "silence"> {
  if (signal.aborted) return next;
  const { promise, resolve } = Promise.withResolvers<"silence">();
  const timer = setTimeout(() => resolve("silence"), silenceMs);
  try {
    return await Promise.race([next, promise]);
  } finally {
    clearTimeout(timer);
  }
}
