import { gunzipSync, inflateSync } from "node:zlib";
import { tryTo } from "./try-to.ts";

/** Content that unpacks to more than this is only searched as it is. */
const mostUnpackedBytes = 256 * 1024 * 1024;

/**
 * The texts inside a content: itself, and what is packed in it in git's formats, since copies of repositories are
 * captured too. Git's objects are each deflated; a pack contains many of them.
 */
export function* layersOf(bytes: Uint8Array): Generator<Uint8Array> {
  yield bytes;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) yield* unpacked(() => gunzipSync(bytes, limit));
  else if (isDeflated(bytes)) yield* unpacked(() => inflateSync(bytes, limit));
  else if (Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "PACK") yield* packed(bytes);
}

const limit = { maxOutputLength: mostUnpackedBytes };

/** Source: RFC 1950, 2.2: deflate with a window of at most 32 KiB, and a checksum over both bytes. */
function isDeflated(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0;
}

function* unpacked(unpack: () => Uint8Array): Generator<Uint8Array> {
  const result = tryTo(unpack);
  if (result) yield result;
}

const headerBytes = 12;
const referenceBytes = 20;

/** The objects of a pack, and what its deltas add. Stops at the first invalid object. Source: gitformat-pack(5). */
function* packed(bytes: Uint8Array): Generator<Uint8Array> {
  const count = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(8);
  let at = headerBytes;
  for (let index = 0; index < count; index++) {
    const type = ((bytes[at] ?? 0) >> 4) & 7;
    at = afterNumber(bytes, at);
    if (type === 6) at = afterNumber(bytes, at);
    else if (type === 7) at += referenceBytes;
    const found = tryTo(() => inflated(bytes.subarray(at)));
    if (!found) return;
    at += found.readBytes;
    yield found.bytes;
  }
}

/** Each byte but the last has its highest bit set. */
function afterNumber(bytes: Uint8Array, from: number): number {
  let at = from;
  while (((bytes[at] ?? 0) & 0x80) !== 0) at++;
  return at + 1;
}

function inflated(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly readBytes: number } {
  // With `info` the result includes how much was read, which the types do not declare.
  const { buffer, engine } = inflateSync(bytes, { ...limit, info: true }) as unknown as {
    readonly buffer: Uint8Array;
    readonly engine: { readonly bytesWritten: number };
  };
  return { bytes: buffer, readBytes: engine.bytesWritten };
}
