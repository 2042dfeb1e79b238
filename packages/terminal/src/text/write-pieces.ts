import { once } from "node:events";
import { setImmediate } from "node:timers/promises";

/** Characters. */
const turnAfter = 65_536;

/** Writes all of it, as fast as it is read. @returns whether it is whole: the signal breaks it off. */
export async function writePieces(
  stream: NodeJS.WriteStream,
  pieces: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<boolean> {
  let written = 0;
  for await (const piece of pieces) {
    if (!stream.write(piece)) await once(stream, "drain", { signal }).catch(() => undefined);
    written += piece.length;
    if (written < turnAfter) continue;
    // Writing to a pipe does not wait, so that signals, and the news that the reader has gone, would not get their turn.
    await setImmediate();
    if (signal.aborted) return false;
    written = 0;
  }
  await setImmediate();
  return !signal.aborted;
}
