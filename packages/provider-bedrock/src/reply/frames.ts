import { crc32 } from "node:zlib";
import { badStream, jsonIn, objectIn } from "@skein/provider-kit";
import type { ErrorContext, Framing, ServerSentEvent } from "@skein/provider-kit";
import { isJsonObject } from "@skein/protocol";

/** Bytes before the headers (two lengths and their checksum), and of the checksum at the end. */
const [preludeBytes, checksumBytes] = [12, 4];

/** The vendor sends at most 16 MB in one; what claims more is no frame. */
const maxFrameBytes = 25_165_824;

/**
 * AWS's binary frames: each is an event with the name that it has there, and its payload. Exceptions get the
 * name `exception` and hold their kind under `__type`. Checksums are checked; bytes that are no frames fail
 * with `bad-stream`. An incomplete last frame is dropped.
 *
 * Source: smithy.io/2.0/aws/amazon-eventstream.
 */
export function frames(context: ErrorContext): Framing {
  /** Joined only when enough is there: many small chunks of a long frame would cost squares. */
  let pending: Uint8Array[] = [];
  let length = 0;
  let wanted = preludeBytes;
  const headersOf = rememberingHeaders(context);

  return {
    push(bytes) {
      pending.push(bytes);
      length += bytes.length;
      if (length < wanted) return [];
      const all = pending.length === 1 ? bufferOf(bytes) : Buffer.concat(pending);
      const events: ServerSentEvent[] = [];
      let from = 0;
      for (;;) {
        const left = all.length - from;
        wanted = left < preludeBytes ? preludeBytes : frameBytes(all.subarray(from), context);
        if (left < wanted) break;
        events.push(eventOf(all.subarray(from, from + wanted), headersOf, context));
        from += wanted;
      }
      pending = from < all.length ? [all.subarray(from)] : [];
      length = all.length - from;
      return events;
    },
    end: () => [],
  };
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

type FrameHeaders = ReadonlyMap<string, string>;

/** Nearly all frames of a reply have the headers of the one before them. */
function rememberingHeaders(context: ErrorContext): (bytes: Buffer) => FrameHeaders {
  let [last, headers]: [Buffer, FrameHeaders] = [Buffer.alloc(0), new Map()];
  return (bytes) => {
    if (!bytes.equals(last)) [last, headers] = [bytes, headersIn(bytes, context)];
    return headers;
  };
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

function eventOf(
  frame: Buffer,
  headersOf: (bytes: Buffer) => FrameHeaders,
  context: ErrorContext,
): ServerSentEvent {
  const end = frame.length - checksumBytes;
  if (crc32(frame.subarray(0, end)) !== frame.readUInt32BE(end)) {
    throw badStream("A frame of the reply was changed on its way", context);
  }
  const headersEnd = preludeBytes + frame.readUInt32BE(4);
  const headers = headersOf(frame.subarray(preludeBytes, headersEnd));
  const payload = frame.toString("utf8", headersEnd, end);
  switch (headers.get(":message-type")) {
    case "exception":
      return { event: "exception", data: exception(headers.get(":exception-type"), payload) };
    case "error":
      return {
        event: "exception",
        data: exception(headers.get(":error-code"), headers.get(":error-message") ?? payload),
      };
    default:
      return { event: headers.get(":event-type") ?? "", data: payload };
  }
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
function headersIn(bytes: Buffer, context: ErrorContext): FrameHeaders {
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
