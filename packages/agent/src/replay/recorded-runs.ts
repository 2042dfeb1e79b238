import type { Entry, EntryOf } from "@skein/protocol";

/** One run as its journal tells it. */
export interface RecordedRun {
  readonly id: string;
  /** How many entries the journal held before the run wrote its first one. */
  readonly from: number;
  /** The run's own entries, as far as it can be replayed. */
  readonly entries: readonly Entry[];
  readonly start: EntryOf<"run-start">;
  /** `undefined` when the process was killed, or when the rest cannot be replayed. */
  readonly outcome: EntryOf<"outcome"> | undefined;
  /** The last that were said before the run asked its model. */
  readonly settings: EntryOf<"settings"> | undefined;
}

/** What no replay can make come out again. */
export interface Unreplayable {
  readonly seq: number;
  /** A sentence. */
  readonly why: string;
}

export interface RecordedRuns {
  readonly runs: readonly RecordedRun[];
  readonly unreplayable: readonly Unreplayable[];
}

/** The runs of a journal that began, in order. One that ended before it began has asked no model. */
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

/** What changes the conversation in the middle of a run, and was not decided by what the run was given. */
function strange(entry: Entry): Unreplayable | undefined {
  const { seq, kind } = entry;
  if (kind === "rewind")
    return {
      seq,
      why: "The run is not replayed from here on: a check failed, and what it said is not kept.",
    };
  return kind === "notice" && entry.audience !== "user"
    ? { seq, why: `The run is not replayed from here on: its "${kind}" came from outside.` }
    : undefined;
}

/** Requests that are made beside the loop. What a compaction asked for stands in what it did. */
function unasked(entry: Entry): Unreplayable | undefined {
  if (entry.kind !== "model-request" || ["turn", "title", "compaction"].includes(entry.purpose))
    return undefined;
  return { seq: entry.seq, why: `A request for a ${entry.purpose} is not made by the loop.` };
}

function settingsBefore(start: Entry, entries: readonly Entry[]): EntryOf<"settings"> | undefined {
  return entries.findLast((entry) => entry.kind === "settings" && entry.seq < start.seq) as
    | EntryOf<"settings">
    | undefined;
}
