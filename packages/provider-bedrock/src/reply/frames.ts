import { crc32 } from "node:zlib";
import { badStream, jsonIn, objectIn } from "@skein/provider-kit";
import type { ErrorContext } from "@skein/provider-kit";
import { isJsonObject } from "@skein/protocol";

/** Bytes before the headers (two lengths and their checksum), and of the checksum at the end. */
const [preludeBytes, checksumBytes] = [12, 4];

/** The vendor sends at most 16 MB in one; what claims more is no frame. */
const maxFrameBytes = 25_165_824;

/**
 * An answer in AWS's binary frames as the same answer in server-sent events, which the rest of the way is made for: the
 * name of the frame's event, and its payload. Exceptions get the name `exception` and hold their kind under `__type`.
 * Checksums are checked; bytes that are no frames fail with `bad-stream`. JSON and HTML stay as they are.
 *
 * Source: smithy.io/2.0/aws/amazon-eventstream.
 */
export function unframed(response: Response, context: ErrorContext): Response {
  const { body, status, headers } = response;
  const type = headers.get("content-type") ?? "";
  if (!body || /^\s*(application\/(\S+\+)?json|text\/html)\b/i.test(type)) return response;
  const frames = createFrameReader(context);
  const events = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      const text = frames.push(bytes);
      if (text !== "") controller.enqueue(Buffer.from(text));
    },
  });
  const own = new Headers(headers);
  own.set("content-type", "text/event-stream");
  return new Response(body.pipeThrough(events), { status, headers: own });
}

interface FrameReader {
  /** The events that these bytes complete. */
  push(bytes: Uint8Array): string;
}

function createFrameReader(context: ErrorContext): FrameReader {
  /** Joined only when enough is there: many small chunks of a long frame would cost squares. */
  let pending: Uint8Array[] = [];
  let length = 0;
  let wanted = preludeBytes;

  const push = (bytes: Uint8Array): string => {
    pending.push(bytes);
    length += bytes.length;
    if (length < wanted) return "";
    let rest = pending.length === 1 ? Buffer.from(bytes) : Buffer.concat(pending);
    const events: string[] = [];
    for (;;) {
      wanted = rest.length < preludeBytes ? preludeBytes : frameBytes(rest, context);
      if (rest.length < wanted) break;
      events.push(eventOf(rest.subarray(0, wanted), context));
      rest = rest.subarray(wanted);
    }
    pending = [rest];
    length = rest.length;
    return events.join("");
  };
  return { push };
}

function frameBytes(bytes: Buffer, context: ErrorContext): number {
  const total = bytes.readUInt32BE(0);
  const headers = bytes.readUInt32BE(4);
  const isFrame =
    crc32(bytes.subarray(0, 8)) === bytes.readUInt32BE(8) &&
    total <= maxFrameBytes &&
    total >= preludeBytes + headers + checksumBytes;
  if (isFrame) return total;
  throw badStream("The reply is not in frames of an event stream", context, { seen: bytes.toString("utf8") });
}

function eventOf(frame: Buffer, context: ErrorContext): string {
  const end = frame.length - checksumBytes;
  if (crc32(frame.subarray(0, end)) !== frame.readUInt32BE(end)) {
    throw badStream("A frame of the reply was changed on its way", context);
  }
  const headersEnd = preludeBytes + frame.readUInt32BE(4);
  const headers = headersIn(frame.subarray(preludeBytes, headersEnd), context);
  const payload = frame.toString("utf8", headersEnd, end);
  switch (headers.get(":message-type")) {
    case "exception":
      return sent("exception", exception(headers.get(":exception-type"), payload));
    case "error":
      return sent(
        "exception",
        exception(headers.get(":error-code"), headers.get(":error-message") ?? payload),
      );
    default:
      return sent(headers.get(":event-type") ?? "", payload);
  }
}

function sent(event: string, data: string): string {
  // Line breaks in JSON are white space; in names they do not occur.
  return `event: ${event.replace(/[\r\n]/g, "")}\ndata: ${data.replace(/[\r\n]+/g, " ")}\n\n`;
}

function exception(kind: string | undefined, payload: string): string {
  const body = jsonIn(payload);
  return JSON.stringify({
    ...(isJsonObject(body) ? objectIn(body) : { message: payload }),
    __type: kind ?? "",
  });
}

/** Bytes of a header's value by its type; of the others the length stands before them. */
const fixedBytes: Readonly<Record<number, number>> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 };
const stringType = 7;

/** Those whose value is a string; no other counts here. */
function headersIn(bytes: Buffer, context: ErrorContext): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  try {
    let at = 0;
    while (at < bytes.length) {
      const nameEnd = at + 1 + bytes.readUInt8(at);
      const name = bytes.toString("utf8", at + 1, nameEnd);
      const type = bytes.readUInt8(nameEnd);
      const fixed = fixedBytes[type];
      const from = nameEnd + (fixed === undefined ? 3 : 1);
      at = from + (fixed ?? bytes.readUInt16BE(nameEnd + 1));
      if (type === stringType) headers.set(name, bytes.toString("utf8", from, at));
    }
    return headers;
  } catch (cause) {
    // Read beyond the end.
    if (cause instanceof RangeError) throw badStream("A frame of the reply has broken headers", context);
    throw cause;
  }
}
