import type { IncomingMessage } from "node:http";
import type { Readable, Transform } from "node:stream";

/** The content codings to ask for. */
export const acceptedCodings = "gzip, br";

/**
 * The body of a response without its content codings. Each piece is decoded as it arrives. Throws for a coding
 * that is unknown.
 */
export function decodedBody(incoming: IncomingMessage): Readable {
  const codings = (incoming.headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length === 0) return incoming;
  const { pipeline } = process.getBuiltinModule("node:stream");
  // Whoever reads the last stream gets the errors of all.
  return pipeline([incoming, ...codings.toReversed().map(decoderOf)], () => undefined) as Transform;
}

/** Flushed after each piece, since events must not wait; a cut is told by what is read, not by the decoder. */
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
