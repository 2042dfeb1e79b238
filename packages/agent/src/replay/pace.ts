import type { Entry } from "@skein/protocol";
import { entryKeys } from "./entry-keys.ts";

/** How far a replay has come along its recording. */
export interface Pace {
  /** Called with what the replay is about to write. Resolves when whatever had to happen at this place has begun. */
  reached(written: readonly Entry[]): Promise<void>;
  /** Does it as soon as the recorded entry has been written again; at once without one. */
  at(recorded: Entry | undefined, action: () => void): void;
  /** Resolves when all of these have been written again, or when nothing else moves any more. */
  after(recorded: readonly Entry[]): Promise<void>;
  /** For what the recording does not tell: the replay ends as soon as nothing else moves, and then this rejects. */
  missing(): Promise<never>;
  /** Nothing is waited for any more. */
  end(): void;
}

interface Waiter {
  readonly left: Set<number>;
  readonly resolve: () => void;
}

/** Turns of the event loop without a new entry. All that a replay does comes out of memory. */
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

  /** Looks, as long as somebody waits, whether anything still moves. */
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
      // What was begun here gets as far as its own first entry before the writer goes on.
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
      end.reject(new Error("The replay is over."));
    },
  };
}
