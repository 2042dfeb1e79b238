import { ProviderError } from "@skein/protocol";

export interface ServerSentEvent {
  /** `""` when the server gave none. */
  readonly event: string;
  readonly data: string;
  /** Whether it came in the non-standard field `error:`, with which some servers abort a reply. */
  readonly isError?: true;
}

export interface EventSource {
  /** The provider's id, for errors. */
  readonly provider: string;
  /** Called whenever bytes arrive, also for comments. */
  readonly alive?: (() => void) | undefined;
  /** Maximum event length in characters. Default 67,108,864; a longer event is `bad-stream`. */
  readonly maxEventLength?: number;
}

/** Splits a body into events. One per body; linear time for any chunking. */
export interface Framing {
  /** The events that these bytes complete. */
  push(bytes: Uint8Array): readonly ServerSentEvent[];
  /** Called at the end of the body: returns an incomplete last event, for its reader to check. */
  end(): readonly ServerSentEvent[];
}

/**
 * Reads server-sent events, yielding all events that a chunk completes at once.
 *
 * Accepts LF, CR and CRLF, a byte-order mark and comments. Unlike the standard, it also returns a last event
 * without its empty line, for the reader to check. `id` and `retry` are ignored.
 *
 * Source: WHATWG HTML, 9.2.6.
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

/** The framing of server-sent events. */
export function eventFraming(source: Pick<EventSource, "provider" | "maxEventLength">): Framing {
  const decoder = new TextDecoder();
  const parser = createParser(source);
  return {
    push: (bytes) => parser.push(decoder.decode(bytes, { stream: true })),
    end: () => parser.push(`${decoder.decode()}\n\n`),
  };
}

interface Parser {
  /** The events that this text completes. */
  push(text: string): ServerSentEvent[];
}

function createParser({
  provider,
  maxEventLength = 67_108_864,
}: Pick<EventSource, "provider" | "maxEventLength">): Parser {
  /** Chunks of an incomplete line. Joined once, to avoid quadratic time on long lines. */
  let pieces: string[] = [];
  let event = "";
  let data: string[] = [];
  let length = 0;
  let afterReturn = false;

  const take = (line: string, events: ServerSentEvent[]): void => {
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
    const text = afterReturn && received.startsWith("\n") ? received.slice(1) : received;
    if (received !== "") afterReturn = text === "" ? false : text.endsWith("\r");
    return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  };

  return { push };
}

const space = 0x20;
