import { effectiveEntries, type Entry, type Snapshot, type UserPart } from "@skein/protocol";

/** The target of a rewind. */
export interface UndoTarget {
  /** For the `rewind` entry. */
  readonly to: number;
  readonly run: string | null;
  /** The user's input of the undone run, to edit and send again. */
  readonly said: readonly UserPart[];
  /** When the run began, in milliseconds since the epoch. */
  readonly at: number;
}

/** The runs that stand and that a message of the user has begun, the first one first. */
export function undoTargets(entries: readonly Entry[]): readonly UndoTarget[] {
  return effectiveEntries(entries).flatMap((entry) =>
    entry.kind === "run-start" && entry.input.length > 0
      ? [{ to: entry.seq - 1, run: entry.run, said: entry.input, at: entry.at }]
      : [],
  );
}

/**
 * What `redo` restores: the state before the last undo that was not redone. `undefined` if nothing can be redone, or
 * if the session has continued since.
 */
export function redoTarget(entries: readonly Entry[]): number | undefined {
  let undone: number[] = [];
  for (const entry of entries) {
    if (entry.kind === "run-start") undone = [];
    else if (entry.kind !== "rewind" || entry.run !== null) continue; // rewinds within a run do not count
    else if (entry.to === undone.at(-1)) undone.pop();
    else undone.push(entry.seq - 1);
  }
  return undone.at(-1);
}

/**
 * For each folder, the snapshot with its files as they were after the entry `to`; none for a folder in which no call
 * has changed anything since.
 *
 * A snapshot is taken before a change, so it is the first one after that entry. When undoing a rewind, it is the one
 * taken right before that rewind.
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

/** From one snapshot to the next: changes in between were made by calls or rewinds, as far as is known. */
export interface OwnChangeRange {
  readonly before: string;
  /** Absent where a run was cut off: the range lasts until now. */
  readonly after?: string;
}

/**
 * The ranges in which Skein changed files of a folder after the entry `to`, in order, rewound ones included. A range
 * that contains `to` is returned completely.
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
