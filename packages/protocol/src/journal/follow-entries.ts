import type { Entry } from "../entries.ts";

/** Notifies readers in this process when a session grows. */
export interface SessionNotifier {
  /** @returns a function that removes the listener. */
  onGrowth(session: string, listener: () => void): () => void;
  notify(session: string): void;
}

export function createSessionNotifier(): SessionNotifier {
  const listeners = new Map<string, Set<() => void>>();
  return {
    onGrowth(session, listener) {
      const here = listeners.get(session) ?? new Set();
      listeners.set(session, here.add(listener));
      return () => {
        here.delete(listener);
        if (here.size === 0) listeners.delete(session);
      };
    },
    notify(session) {
      for (const listener of listeners.get(session) ?? []) listener();
    },
  };
}

export interface FollowedJournal {
  readonly read: (from: number) => AsyncIterable<Entry>;
  readonly onGrowth: (listener: () => void) => () => void;
  /** Milliseconds between polls, for entries that other processes write. Default: no polling. */
  readonly pollMs?: number;
}

/** Reads the journal, then yields what is appended later. Returns when `signal` is aborted. */
export async function* followEntries(
  { read, onGrowth: listen, pollMs }: FollowedJournal,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<Entry> {
  let expected = from;
  let hasGrown = false;
  let wake: () => void = () => undefined;
  const stop = listen(() => {
    hasGrown = true;
    wake();
  });
  const end = (): void => wake();
  signal.addEventListener("abort", end);
  try {
    while (!signal.aborted) {
      hasGrown = false; // before reading, so that no append is missed
      for await (const entry of read(expected)) {
        if (signal.aborted) return;
        expected = entry.seq + 1;
        yield entry;
      }
      if (hasGrown || signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = pollMs === undefined ? undefined : setTimeout(resolve, pollMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  } finally {
    signal.removeEventListener("abort", end);
    stop();
  }
}
