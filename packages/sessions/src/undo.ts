import { effectiveEntries, type Entry, type Snapshot, type UserPart } from "@skein/protocol";

/** Where a rewind would go. */
export interface UndoTarget {
  /** For the `rewind` entry. */
  readonly to: number;
  /** What the user had said in the run that is taken back, to be said again in other words. */
  readonly said: readonly UserPart[];
}

/** What `undo` takes back: the last run that stands. `undefined` when there is none. */
export function undoTarget(entries: readonly Entry[]): UndoTarget | undefined {
  const last = effectiveEntries(entries).findLast(
    (entry) => entry.kind === "run-start" && entry.input.length > 0,
  );
  return last?.kind === "run-start" ? { to: last.seq - 1, said: last.input } : undefined;
}

/**
 * What `redo` brings back: the state before the last undo that was not redone. `undefined` when there is none, or when
 * the session went on since.
 */
export function redoTarget(entries: readonly Entry[]): number | undefined {
  let undone: number[] = [];
  for (const entry of entries) {
    if (entry.kind === "run-start") undone = [];
    else if (entry.kind !== "rewind" || entry.run !== null) continue; // what a run rewinds is its own affair
    else if (entry.to === undone.at(-1)) undone.pop();
    else undone.push(entry.seq - 1);
  }
  return undone.at(-1);
}

/**
 * For each folder the snapshot that holds its files as they were after the entry `to`; none of a folder in which no
 * call changed anything since.
 *
 * A snapshot is taken before a change, so it is the first one after that entry. Where a rewind is taken back, it is the
 * one that was taken for it, right before it.
 */
export function snapshotsAt(entries: readonly Entry[], to: number): readonly Snapshot[] {
  const isForRewind = (entry: Entry | undefined) =>
    entry?.kind === "checkpoint" && entry.callId === undefined && !entry.closes;
  const after = entries.findIndex(({ seq }) => seq > to);
  let start = after === -1 ? entries.length : after;
  while (isForRewind(entries[start - 1])) start--;
  const found = new Map<string, Snapshot>();
  for (const entry of entries.slice(start)) {
    if (entry.kind !== "checkpoint" || found.has(entry.root)) continue;
    found.set(entry.root, { root: entry.root, snapshot: entry.snapshot });
  }
  return [...found.values()];
}

/** From a snapshot to one: what changed in between was changed by calls or rewinds, and by nobody else we know of. */
export interface OwnChangeRange {
  readonly before: string;
  /** Missing where a run was cut off: until now, then. */
  readonly after?: string;
}

/**
 * The stretches in which Skein changed files of a folder after the entry `to`, in their order, rewound ones too. Of one
 * that `to` lies in, all of it.
 */
export function ownChangeRanges(
  entries: readonly Entry[],
  to: number,
  root: string,
): readonly OwnChangeRange[] {
  const stretches: OwnChangeRange[] = [];
  let before: string | undefined;
  for (const entry of entries) {
    if (entry.kind !== "checkpoint" || entry.root !== root) continue;
    before ??= entry.snapshot;
    if (!entry.closes) continue;
    if (entry.seq > to && before !== entry.snapshot) stretches.push({ before, after: entry.snapshot });
    before = undefined;
  }
  return before === undefined ? stretches : [...stretches, { before }];
}
