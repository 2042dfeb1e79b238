import type { Entry } from "../entries.ts";

/**
 * Notifies readers in this process when a session grows. For implementations of
 * `JournalStore.subscribe`.
 */
export interface SessionNotifier {
  /**
   * Calls `listener` after each append to the session.
   *
   * @returns a function that removes the listener.
   */
  onGrowth(session: string, listener: () => void): () => void;
  /** Calls the listeners of a session. A store calls it after each append. */
  notify(session: string): void;
}

/**
 * Creates a notifier. One per store: listeners of another store are not called.
 */
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

/** Journal as `followEntries` reads it. */
export interface FollowedJournal {
  /** Reads entries from a `seq` to the current end. */
  readonly read: (from: number) => AsyncIterable<Entry>;
  /** Registers a listener for appends in this process. */
  readonly onGrowth: (listener: () => void) => () => void;
  /**
   * Milliseconds between polls, for entries that other processes write.
   * Default: no polling.
   */
  readonly pollMs?: number;
}

/**
 * Reads the journal, then yields what is appended later. Returns when `signal`
 * is aborted.
 *
 * @param from - first `seq`.
 */
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
