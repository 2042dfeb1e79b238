import { fstatSync, type Stats } from "node:fs";

export interface PipedOptions {
  readonly stream: AsyncIterable<unknown> & { pause(): unknown };
  /** Of the stream. */
  readonly descriptor: number;
  /** Its first byte is waited for however long it takes. */
  readonly isNeeded: boolean;
  /** Nothing has come yet. Without `isNeeded` the stream is given up. */
  readonly onLate: (afterMs: number) => void;
}

/** Children of programs, and jobs of cron, have pipes in which nothing ever comes. Milliseconds. */
const firstByteMs = 3_000;

/**
 * All that a pipe, a socket or a file holds, once its first byte has come.
 *
 * @returns `undefined` when there is none: it is a terminal or a device, it is closed, or nothing came in time. Throws
 *   when it breaks off or is a folder.
 */
export async function readPiped({
  stream,
  descriptor,
  isNeeded,
  onLate,
}: PipedOptions): Promise<Buffer | undefined> {
  if (!canBeRead(descriptor)) return undefined;
  const { promise: left, resolve: leave } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => {
    onLate(firstByteMs);
    if (!isNeeded) leave("late");
  }, firstByteMs);
  const whole = (async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) {
      clearTimeout(timer);
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks);
  })();
  try {
    const read = await Promise.race([whole, left]);
    if (read !== "late") return read;
    whole.catch(() => undefined);
    stream.pause();
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** A terminal is for answers, and `/dev/null` stands for no input. */
function canBeRead(descriptor: number): boolean {
  const stats = openedAs(descriptor);
  if (stats?.isDirectory()) throw new Error("it is a folder");
  return stats !== undefined && (stats.isFIFO() || stats.isSocket() || stats.isFile());
}

/** `undefined` when it is closed. */
function openedAs(descriptor: number): Stats | undefined {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined;
  }
}
