// Compressed responses. Streams of events may be compressed too, as long as the
// decoder passes on each piece at once.
import type { IncomingMessage } from "node:http";
import type { Readable, Transform } from "node:stream";

/**
 * Content codings to request. Compressed events still arrive one by one: see
 * `decoderOf`.
 */
export const acceptedCodings = "gzip, br";

/**
 * Decodes the body of a response. Each piece is decoded as it arrives. Throws
 * for an unknown coding.
 */
export function decodedBody(incoming: IncomingMessage): Readable {
  const codings = (incoming.headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length === 0) return incoming;
  const { pipeline } = process.getBuiltinModule("node:stream");
  // The reader of the last stream receives the errors of all.
  return pipeline([incoming, ...codings.toReversed().map(decoderOf)], () => undefined) as Transform;
}

/**
 * Creates the decoder of one coding. Flushed after each piece, since events
 * must not wait. Whether a body was cut is decided by what is read, not by the
 * decoder.
 */
function decoderOf(coding: string): Transform {
  const zlib = process.getBuiltinModule("node:zlib");
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  const plain = { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
  const brotli = { flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH };
  if (coding === "gzip" || coding === "x-gzip") return zlib.createGunzip(plain);
  if (coding === "deflate") return zlib.createInflate(plain);
  if (coding === "br") return zlib.createBrotliDecompress(brotli);
  throw Object.assign(new Error(`The response has the unknown content coding ${coding}.`), {
    code: "ERR_CONTENT_CODING",
  });
}
