import type { FileHandle } from "node:fs/promises";

const chunkBytes = 262_144;

export interface LineLimits {
  /** First line wanted, from 1. */
  readonly from: number;
  readonly lines: number;
  /** Bytes of text collected at most; the first line wanted is collected however long it is, cut to `lineBytes`. */
  readonly maxBytes: number;
  /** Bytes of one line that are kept. */
  readonly lineBytes: number;
  /** Bytes read at most in search of `from` and of the number of lines. */
  readonly scanBytes: number;
}

export interface ReadLines {
  /** Without their line ends. */
  readonly lines: readonly { readonly text: string; readonly bytes: number }[];
  /** Lines of the file, as far as it was read. */
  readonly total: number;
  /** Whether the file was read to its end. */
  readonly complete: boolean;
}

/** A part of a text file, however big the file and its lines are. Always reads on to `scanBytes` to count the lines. */
export async function readLines(
  file: FileHandle,
  limits: LineLimits,
  signal: AbortSignal,
): Promise<ReadLines> {
  const chunk = Buffer.alloc(chunkBytes);
  const found: { text: string; bytes: number }[] = [];
  let collected = 0;
  let line = { kept: [] as Buffer[], keptBytes: 0, bytes: 0 };
  let number = 1;
  let full = false;

  const isWanted = () => !full && number >= limits.from && number < limits.from + limits.lines;
  const add = (piece: Buffer) => {
    line.bytes += piece.length;
    if (!isWanted() || line.keptBytes >= limits.lineBytes) return;
    const kept = Buffer.from(piece.subarray(0, limits.lineBytes - line.keptBytes));
    line.kept.push(kept);
    line.keptBytes += kept.length;
  };
  const end = () => {
    if (isWanted()) {
      collected += line.keptBytes + 1;
      if (collected > limits.maxBytes && found.length > 0) full = true;
      else found.push({ text: decoded(line), bytes: line.bytes });
    }
    line = { kept: [], keptBytes: 0, bytes: 0 };
    number++;
  };

  let position = 0;
  for (;;) {
    signal.throwIfAborted();
    if (position >= limits.scanBytes) {
      if (line.bytes > 0) end();
      return { lines: found, total: number - 1, complete: false };
    }
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    let start = 0;
    for (let at = chunk.indexOf(10); at !== -1 && at < bytesRead; at = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, at));
      end();
      start = at + 1;
    }
    add(chunk.subarray(start, bytesRead));
  }
  if (line.bytes > 0) end();
  return { lines: found, total: number - 1, complete: true };
}

function decoded(line: { readonly kept: readonly Buffer[]; readonly bytes: number }): string {
  const kept = Buffer.concat(line.kept);
  // What was cut may end inside a character.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(kept, {
    stream: kept.length < line.bytes,
  });
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}
