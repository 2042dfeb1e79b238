import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { stripTerminalCodes } from "@skein/protocol";
import { outputStream } from "./output-stream.ts";

/** Maximum bytes per report; of more output the newest is shown. */
const chunkBytes = 16_384;

/** Follows a growing file; each call reports what was added since the last one. A missing file counts as empty. */
export function followOutput(path: string, tell: (text: string) => void): () => Promise<void> {
  let position = 0;
  const stream = outputStream();
  return async () => {
    const chunk = readFrom(path, position);
    if (!chunk) return;
    position = chunk.start + chunk.bytes.length;
    const text = stripTerminalCodes(await stream.decode(chunk.bytes, chunk.start));
    if (text !== "") tell(text);
  };
}

function readFrom(
  path: string,
  position: number,
): { readonly start: number; readonly bytes: Buffer } | undefined {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return undefined;
  }
  try {
    const { size } = fstatSync(file);
    if (size <= position) return undefined;
    const start = Math.max(position, size - chunkBytes);
    const bytes = Buffer.alloc(size - start);
    return { start, bytes: bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start)) };
  } finally {
    closeSync(file);
  }
}
