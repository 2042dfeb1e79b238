import type { Entry, EntryOf } from "@skein/protocol";

/** One recorded run. */
export interface RecordedRun {
  readonly id: string;
  /** Number of journal entries before the run's first one. */
  readonly from: number;
  /** The run's own entries, up to where it can be replayed. */
  readonly entries: readonly Entry[];
  readonly start: EntryOf<"run-start">;
  /** `undefined` when the process was killed, or when the rest cannot be replayed. */
  readonly outcome: EntryOf<"outcome"> | undefined;
  /** The settings in force when the run made its first request. */
  readonly settings: EntryOf<"settings"> | undefined;
}

/** A request or run that cannot be replayed. */
export interface Unreplayable {
  readonly seq: number;
  /** The reason, as a sentence. */
  readonly why: string;
}

export interface RecordedRuns {
  readonly runs: readonly RecordedRun[];
  readonly unreplayable: readonly Unreplayable[];
}

/** The started runs of a journal, in order. A run that ended before its start made no request. */
export function recordedRuns(entries: readonly Entry[]): RecordedRuns {
  const byRun = new Map<string, { readonly from: number; readonly own: Entry[] }>();
  for (const [at, entry] of entries.entries()) {
    if (entry.run === null) continue;
    const found = byRun.get(entry.run);
    if (found) found.own.push(entry);
    else byRun.set(entry.run, { from: at, own: [entry] });
  }
  const unreplayable: Unreplayable[] = [];
  const runs = [...byRun].flatMap(([id, { from, own }]) => {
    const start = own.find((entry) => entry.kind === "run-start");
    if (!start) return [];
    const end = own.findIndex((entry) => strange(entry) !== undefined);
    const replayed = end === -1 ? own : own.slice(0, end);
    unreplayable.push(...replayed.flatMap((entry) => unasked(entry) ?? []));
    const stranger = own[end] && strange(own[end]);
    if (stranger) unreplayable.push(stranger);
    const outcome = replayed.find((entry) => entry.kind === "outcome");
    const settings = settingsBefore(start, own) ?? settingsBefore(start, entries);
    return [{ id, from, entries: replayed, start, outcome, settings }];
  });
  return { runs, unreplayable };
}

/** Entries that change the conversation during a run and do not follow from its input. */
function strange(entry: Entry): Unreplayable | undefined {
  const { seq, kind } = entry;
  if (kind === "rewind")
    return {
      seq,
      why: "The run is not replayed from here on: a check failed, and its report is not recorded.",
    };
  return kind === "notice" && entry.audience !== "user"
    ? { seq, why: `The run is not replayed from here on: its "${kind}" came from outside.` }
    : undefined;
}

/** Auxiliary requests. Those of a compaction are contained in its result, those of a judge in its decision; notes for the memory change nothing. */
function unasked(entry: Entry): Unreplayable | undefined {
  if (
    entry.kind !== "model-request" ||
    ["turn", "title", "compaction", "judge", "memory"].includes(entry.purpose)
  )
    return undefined;
  return { seq: entry.seq, why: `The loop does not make requests for a ${entry.purpose}.` };
}

function settingsBefore(start: Entry, entries: readonly Entry[]): EntryOf<"settings"> | undefined {
  return entries.findLast((entry) => entry.kind === "settings" && entry.seq < start.seq) as
    | EntryOf<"settings">
    | undefined;
}
