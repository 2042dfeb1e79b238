import { badStream } from "@skein/provider-kit";
import type { ErrorContext, Framing, ServerSentEvent } from "@skein/provider-kit";

/** In characters; above it `bad-stream`. */
const maxLine = 67_108_864;

/**
 * A reply of one JSON text a line, each line as an event. A last line without its end is passed on too: its reader
 * judges it. A carriage return before the end is JSON's own white space.
 */
export function jsonLines(context: ErrorContext): Framing {
  const decoder = new TextDecoder();
  /** Pieces of a line whose end has not come. Joined once, or many small chunks of a long line would cost squares. */
  let pieces: string[] = [];
  let length = 0;

  const push = (text: string): readonly ServerSentEvent[] => {
    const events: ServerSentEvent[] = [];
    let from = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
      const rest = text.slice(from, end);
      from = end + 1;
      events.push({ event: "", data: pieces.length === 0 ? rest : pieces.join("") + rest });
      pieces = [];
      length = 0;
    }
    if (from < text.length) {
      pieces.push(text.slice(from));
      length += text.length - from;
    }
    if (length > maxLine)
      throw badStream(`A line of the reply has more than ${maxLine} characters`, context, {
        retryable: false,
      });
    return events;
  };

  return {
    push: (bytes) => push(decoder.decode(bytes, { stream: true })),
    end: () => push(`${decoder.decode()}\n`),
  };
}
