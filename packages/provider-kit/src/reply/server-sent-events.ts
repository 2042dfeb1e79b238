// Server-sent events. Written by hand because replies of megabytes must take
// linear time, however the network cuts them, and because servers deviate from
// the standard: a last event without its empty line, an `error:` field, events
// of unlimited size.
import { ProviderError } from "@skein/protocol";

/** Event of a stream, as its frame delivers it. */
export interface ServerSentEvent {
  /** Type of the event. `""` if the server gave none. */
  readonly event: string;
  /** Data lines, joined with line feeds. */
  readonly data: string;
  /**
   * Set if the event came in the non-standard field `error:`, with which some
   * servers abort a reply.
   */
  readonly isError?: true;
}

/** Options for reading a body as server-sent events. */
export interface EventSource {
  /** Id of the provider, for errors. */
  readonly provider: string;
  /**
   * Called whenever bytes arrive, also for comments, with which servers keep
   * connections open.
   */
  readonly alive?: (() => void) | undefined;
  /**
   * Longest event in characters. A longer one throws `bad-stream`. Default:
   * 67,108,864.
   */
  readonly maxEventLength?: number;
}

/**
 * Splits a body into events. One per body; linear time for any chunking.
 * Implement it for a wire that does not use server-sent events.
 */
export interface Framing {
  /** Returns the events that these bytes complete. */
  push(bytes: Uint8Array): readonly ServerSentEvent[];
  /**
   * Returns an incomplete last event, for its reader to check. Called at the
   * end of the body.
   */
  end(): readonly ServerSentEvent[];
}

/**
 * Reads server-sent events, yielding all events that a chunk completes at once.
 *
 * Accepts LF, CR and CRLF, a byte-order mark and comments. Unlike the standard,
 * it also returns a last event without its empty line, for the reader to check.
 * `id` and `retry` are ignored.
 *
 * Source: WHATWG HTML, 9.2.6.
 *
 * @param body - bytes of the response, in chunks of any size.
 *
 * @example
 * ```ts
 * const body = new Blob(["data: one\n\ndata: two\n\n"]).stream();
 * for await (const events of serverSentEvents(body, { provider: "example" }))
 *   for (const { data } of events) console.log(data); // one, two
 * ```
 */
export async function* serverSentEvents(
  body: AsyncIterable<Uint8Array>,
  source: EventSource,
): AsyncGenerator<readonly ServerSentEvent[]> {
  const framing = eventFraming(source);
  for await (const bytes of body) {
    source.alive?.();
    const events = framing.push(bytes);
    if (events.length > 0) yield events;
  }
  const events = framing.end();
  if (events.length > 0) yield events;
}

/**
 * Creates the framing of server-sent events, the default of `streamResponse`.
 */
export function eventFraming(source: Pick<EventSource, "provider" | "maxEventLength">): Framing {
  const decoder = new TextDecoder();
  const parser = createParser(source);
  return {
    push: (bytes) => parser.push(decoder.decode(bytes, { stream: true })),
    end: () => parser.push(`${decoder.decode()}\n\n`),
  };
}

/** Parser of the text of a stream. */
interface Parser {
  /** Returns the events that this text completes. */
  push(text: string): ServerSentEvent[];
}

/** Creates a parser with linear time for any chunking. */
function createParser({
  provider,
  maxEventLength = 67_108_864,
}: Pick<EventSource, "provider" | "maxEventLength">): Parser {
  /**
   * Chunks of an incomplete line. Joined once, to avoid quadratic time on long
   * lines.
   */
  let pieces: string[] = [];
  let event = "";
  let data: string[] = [];
  let length = 0;
  let afterReturn = false;

  const take = (line: string, events: ServerSentEvent[]): void => {
    // An empty line ends the event. Events without data are dropped, as the
    // standard says.
    if (line === "") {
      if (data.length > 0) events.push({ event, data: data.length === 1 ? data[0]! : data.join("\n") });
      event = "";
      data = [];
      length = 0;
    } else if (line.startsWith("data:")) {
      data.push(line.slice(line.charCodeAt(5) === space ? 6 : 5));
    } else if (line.startsWith("event:")) {
      event = line.slice(line.charCodeAt(6) === space ? 7 : 6);
    } else if (line === "data") {
      data.push("");
    } else if (line.startsWith("error:")) {
      events.push({ event: "error", data: line.slice(6).trim(), isError: true });
    }
  };

  const push = (received: string): ServerSentEvent[] => {
    const text = withLineFeeds(received);
    const events: ServerSentEvent[] = [];
    let from = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
      const rest = text.slice(from, end);
      from = end + 1;
      length += rest.length;
      if (pieces.length === 0) take(rest, events);
      else {
        const line = pieces.join("") + rest;
        pieces = [];
        take(line, events);
      }
    }
    if (from < text.length) {
      pieces.push(from === 0 ? text : text.slice(from));
      length += text.length - from;
    }
    if (length > maxEventLength) {
      const message = `${provider} sent an event of more than ${maxEventLength} characters.`;
      throw new ProviderError("bad-stream", message, { provider, retryable: false });
    }
    return events;
  };

  const withLineFeeds = (received: string): string => {
    // A CRLF can be split between two chunks.
    const text = afterReturn && received.startsWith("\n") ? received.slice(1) : received;
    if (received !== "") afterReturn = text === "" ? false : text.endsWith("\r");
    return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  };

  return { push };
}

const space = 0x20;
