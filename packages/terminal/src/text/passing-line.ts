/** A terminal redraws the line at most this often. */
const everyMs = 100;

/** A line that tells how far something is, and is gone at the end. */
export interface CountingLine extends Disposable {
  show(text: string): void;
}

/** Nothing is written where the stream is no terminal, or when it is not wanted. */
export function countingLine(stream: NodeJS.WriteStream, isWanted = true): CountingLine {
  const isShown = isWanted && stream.isTTY;
  let shownAt = 0;
  return {
    show(text) {
      const now = Date.now();
      if (!isShown || now - shownAt < everyMs) return;
      shownAt = now;
      stream.write(`\r\u001b[K${text}`);
    },
    [Symbol.dispose]() {
      if (shownAt > 0) stream.write("\r\u001b[K");
      shownAt = 0;
    },
  };
}

/** Waiting that is not worth a word. */
const patienceMs = 400;

/** Says on a terminal what it waits for when that takes longer, and removes the line afterwards. */
export async function sayDuring<Result>(
  stream: NodeJS.WriteStream,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!stream.isTTY) return work();
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    stream.write(`${what}…`);
  }, patienceMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (isShown) stream.write("\r\u001b[K");
  }
}
