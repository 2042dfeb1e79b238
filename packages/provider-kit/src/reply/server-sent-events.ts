import { ProviderError } from "@skein/protocol";

export interface ServerSentEvent {
  /** `""` when the server named none. */
  readonly event: string;
  readonly data: string;
  /** It came in a field `error:`, which is not in the standard: some servers give up a reply with it. */
  readonly isError?: true;
}

export interface EventSource {
  /** The provider's id, for errors. */
  readonly provider: string;
  /** Called whenever bytes arrive, also for comments. */
  readonly alive?: (() => void) | undefined;
  /** The longest event. Default 67,108,864 characters; above it `bad-stream`. */
  readonly maxEventLength?: number;
}

/** What cuts a body into events. One for each body; linear in time however the bytes are cut. */
export interface Framing {
  /** The events that these bytes complete. */
  push(bytes: Uint8Array): readonly ServerSentEvent[];
  /** Nothing more will come: what the end cut off, where its reader is to judge it. */
  end(): readonly ServerSentEvent[];
}

/**
 * Reads server-sent events, all that one chunk of bytes completes at a time.
 *
 * Takes LF, CR and CRLF, a byte-order mark and comments. Unlike the standard's reader it also gives out an event that
 * the end of the body cut off before its empty line: what comes of it, its reader must judge. `id` and `retry` are
 * not kept.
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
  /** Pieces of a line whose end has not come. Joined once, or many small chunks of a long line would cost squares. */
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
