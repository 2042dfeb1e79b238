/** A file, or what is read like one. */
export interface ByteSource {
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
  stat(): Promise<{ readonly size: number }>;
}

/** Bytes to be read like a file. */
export function inMemory(bytes: Buffer): ByteSource {
  return {
    read(buffer, offset, length, position) {
      return Promise.resolve({ bytesRead: bytes.copy(buffer, offset, position, position + length) });
    },
    stat: () => Promise.resolve({ size: bytes.length }),
  };
}

const chunkBytes = 1_048_576;
const newline = 10;

export interface LineStart {
  readonly found: boolean;
  /** Offset in bytes at which the line begins. */
  readonly position: number;
  /** Its number; if not found, the number after the last line. */
  readonly line: number;
  /** Whether the file was read to its end. */
  readonly isEnd: boolean;
}

interface Search {
  /** From 1; a negative one counts from the end. */
  readonly from: number;
  /** Bytes read at most, in each direction. */
  readonly scanBytes: number;
}

/** Finds where a line begins. Holds one chunk in memory, however long the lines are. */
export async function lineStart(file: ByteSource, search: Search, signal: AbortSignal): Promise<LineStart> {
  return search.from > 0 ? fromStart(file, search, signal) : fromEnd(file, search, signal);
}

async function fromStart(file: ByteSource, search: Search, signal: AbortSignal): Promise<LineStart> {
  const chunk = Buffer.alloc(search.from === 1 ? 1 : chunkBytes);
  let [position, line, lastByte] = [0, 1, newline];
  while (position < search.scanBytes) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) {
      return { found: false, position, line: lastByte === newline ? line : line + 1, isEnd: true };
    }
    if (line === search.from) return { found: true, position, line, isEnd: false };
    const read = chunk.subarray(0, bytesRead);
    for (let at = read.indexOf(newline); at !== -1; at = read.indexOf(newline, at + 1)) {
      line++;
      if (line < search.from || at + 1 === bytesRead) continue;
      return { found: true, position: position + at + 1, line, isEnd: false };
    }
    lastByte = read[bytesRead - 1] ?? newline;
    position += bytesRead;
  }
  return { found: false, position, line: line + 1, isEnd: false };
}

async function fromEnd(file: ByteSource, search: Search, signal: AbortSignal): Promise<LineStart> {
  const { size } = await file.stat();
  if (size === 0) return { found: false, position: 0, line: 1, isEnd: true };
  const chunk = Buffer.alloc(chunkBytes);
  // After the last line end no line begins.
  let [end, wanted] = [size - 1, -search.from];
  while (end > 0) {
    signal.throwIfAborted();
    if (size - end > search.scanBytes) return { found: false, position: end, line: 1, isEnd: false };
    const start = Math.max(0, end - chunk.length);
    const { bytesRead } = await file.read(chunk, 0, end - start, start);
    const read = chunk.subarray(0, bytesRead);
    for (
      let at = read.lastIndexOf(newline);
      at !== -1;
      at = at === 0 ? -1 : read.lastIndexOf(newline, at - 1)
    ) {
      if (--wanted === 0) return numbered(file, start + at + 1, search, signal);
    }
    end = start;
  }
  return { found: true, position: 0, line: 1, isEnd: false };
}

async function numbered(
  file: ByteSource,
  position: number,
  search: Search,
  signal: AbortSignal,
): Promise<LineStart> {
  if (position > search.scanBytes) return { found: true, position, line: search.from, isEnd: false };
  const chunk = Buffer.alloc(chunkBytes);
  let line = 1;
  for (let at = 0; at < position;) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, position - at), at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const read = chunk.subarray(0, bytesRead);
    for (let found = read.indexOf(newline); found !== -1; found = read.indexOf(newline, found + 1)) line++;
  }
  return { found: true, position, line, isEnd: false };
}
