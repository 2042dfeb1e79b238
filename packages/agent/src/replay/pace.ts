import type { Entry } from "@skein/protocol";
import { entryKeys } from "./entry-keys.ts";

/** Synchronizes a replay with its recording. */
export interface Pace {
  /**
   * Called with the entries the replay is about to write. Resolves when the actions due at this place have
   * started.
   */
  reached(written: readonly Entry[]): Promise<void>;
  /** Runs the action as soon as the recorded entry has been written again; at once without an entry. */
  at(recorded: Entry | undefined, action: () => void): void;
  /** Resolves when all of these have been written again, or when the replay stands still. */
  after(recorded: readonly Entry[]): Promise<void>;
  /** For data missing from the recording: once the replay stands still, it ends and this rejects. */
  missing(): Promise<never>;
  /** Ends all waiting. */
  end(): void;
}

interface Waiter {
  readonly left: Set<number>;
  readonly resolve: () => void;
}

/** Event loop turns without a new entry that count as a standstill. A replay works in memory only. */
const quietTurns = 50;

/** @param onStandstill - called when the replay needs what the recording does not have. */
export function createPace(recorded: readonly Entry[], onStandstill: () => void): Pace {
  const keyOf = entryKeys();
  const seqs = new Map<string, number>();
  const keyOfRecorded = entryKeys();
  for (const entry of recorded) {
    const key = keyOfRecorded(entry);
    if (key !== undefined) seqs.set(key, entry.seq);
  }
  const done = new Set<number>();
  const actions = new Map<number, (() => void)[]>();
  let waiters: Waiter[] = [];
  const end = Promise.withResolvers<never>();
  end.promise.catch(() => undefined);
  let [isMissing, isWatched, isOver, moves] = [false, false, false, 0];

  function count(seq: number): void {
    done.add(seq);
    for (const action of actions.get(seq) ?? []) action();
    actions.delete(seq);
    for (const { left } of waiters) left.delete(seq);
  }

  function release(all: boolean): void {
    const ready = waiters.filter(({ left }) => all || left.size === 0);
    waiters = waiters.filter((waiter) => !ready.includes(waiter));
    for (const { resolve } of ready) resolve();
  }

  /** Watches for a standstill as long as something waits. */
  function watch(): void {
    if (isWatched) return;
    isWatched = true;
    let [seen, quiet] = [moves, 0];
    const look = () => {
      isWatched = !isOver && (isMissing || waiters.length > 0);
      if (!isWatched) return;
      quiet = moves === seen ? quiet + 1 : 0;
      seen = moves;
      if (quiet === quietTurns) {
        quiet = 0;
        if (waiters.length > 0) release(true);
        else {
          onStandstill();
          end.reject(new Error("The recording ends here."));
        }
      }
      setImmediate(look);
    };
    setImmediate(look);
  }

  return {
    async reached(written) {
      moves += 1;
      for (const entry of written) {
        const key = keyOf(entry);
        const seq = key === undefined ? undefined : seqs.get(key);
        if (seq !== undefined) count(seq);
      }
      release(false);
      // Actions started here reach their first entry before the writer continues.
      await new Promise((resolve) => setImmediate(resolve));
    },
    at(entry, action) {
      if (!entry || done.has(entry.seq)) action();
      else actions.set(entry.seq, [...(actions.get(entry.seq) ?? []), action]);
    },
    after(entries) {
      const left = new Set(entries.map(({ seq }) => seq).filter((seq) => !done.has(seq)));
      if (left.size === 0) return Promise.resolve();
      moves += 1;
      watch();
      return new Promise((resolve) => waiters.push({ left, resolve }));
    },
    missing() {
      isMissing = true;
      moves += 1;
      watch();
      return end.promise;
    },
    end() {
      isOver = true;
      release(true);
      end.reject(new Error("The replay has ended."));
    },
  };
}
