import type { Compaction, ContextChange, Entry } from "@skein/protocol";
import { nothingShorter } from "../fitting/overflow.ts";
import { entryKeys } from "./entry-keys.ts";
import type { RecordedRun } from "./recorded-runs.ts";

export interface RecordedCompactionOptions {
  readonly recorded: RecordedRun;
  /** Entries that the replay has written so far. */
  readonly written: readonly Entry[];
  /** Number of loop requests made so far. */
  readonly asked: () => number;
}

/**
 * Applies the run's recorded compactions at the same places. Their model requests are not repeated, since the
 * recorded result contains the answers.
 *
 * @returns `undefined` when the run recorded no compaction.
 */
export function recordedCompaction(options: RecordedCompactionOptions): Compaction | undefined {
  const { recorded, asked } = options;
  const changes: ContextChange[][] = [[]];
  for (const entry of recorded.entries) {
    if (entry.kind === "compaction" || entry.kind === "elision") changes.at(-1)?.push(changeOf(entry));
    else if (entry.kind === "model-request" && entry.purpose === "turn") changes.push([]);
  }
  const hadOne = changes.flat().length > 0 || recorded.outcome?.error?.hint === nothingShorter;
  if (!hadOne) return undefined;
  return {
    plan() {
      const due = changes[asked()] ?? [];
      return Promise.resolve({ entries: due.length === 0 ? due : renumbered(due, options) });
    },
  };
}

function changeOf(entry: Entry & { readonly kind: ContextChange["kind"] }): ContextChange {
  const { v: _v, seq: _seq, at: _at, run: _run, ...change } = entry;
  return change;
}

/** Maps entry numbers: a replay writes fewer entries, so the same entry has another number. */
function renumbered(
  changes: readonly ContextChange[],
  { recorded, written }: RecordedCompactionOptions,
): readonly ContextChange[] {
  const first = recorded.entries[0]?.seq ?? 1;
  const now = new Map(keysOf(written).map(([seq, key]) => [key, seq]));
  const pairs = keysOf(recorded.entries).map(([seq, key]) => [seq, now.get(key)] as const);
  const numbers = new Map(pairs);
  const end = (written.at(-1)?.seq ?? first) + 1;
  const exactly = (seq: number) => (seq < first ? seq : numbers.get(seq));
  const fromOn = (seq: number) => {
    if (seq < first) return seq;
    return pairs.find(([then, again]) => then >= seq && again !== undefined)?.[1] ?? end;
  };
  return changes.map((change) =>
    change.kind === "elision"
      ? { ...change, results: change.results.map((one) => ({ ...one, seq: exactly(one.seq) ?? end })) }
      : {
          ...change,
          firstKept: fromOn(change.firstKept),
          pinned: change.pinned.flatMap((seq) => exactly(seq) ?? []),
        },
  );
}

function keysOf(entries: readonly Entry[]): readonly (readonly [number, string])[] {
  const keyOf = entryKeys();
  return entries.flatMap((entry) => {
    const key = keyOf(entry);
    return key === undefined ? [] : [[entry.seq, key] as const];
  });
}
