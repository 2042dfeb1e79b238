import type { ReplayedRequest } from "./outcome.ts";

/** A line at a terminal is written anew at most this often. */
const everyMs = 100;

export interface Progress extends Disposable {
  request(request: ReplayedRequest): void;
}

/** Counts requests on one line, which is gone at the end. Says nothing where there is no terminal. */
export function showProgress(stream: NodeJS.WriteStream, isWanted: boolean): Progress {
  const isShown = isWanted && stream.isTTY;
  let [made, equal, shownAt] = [0, 0, 0];
  return {
    request({ difference }) {
      made++;
      if (difference === undefined) equal++;
      const now = Date.now();
      if (!isShown || now - shownAt < everyMs) return;
      shownAt = now;
      stream.write(`\r\u001b[KReplaying … ${made} requests, ${equal} the same`);
    },
    [Symbol.dispose]() {
      if (isShown && shownAt > 0) stream.write("\r\u001b[K");
    },
  };
}
