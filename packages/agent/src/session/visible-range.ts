import { effectiveEntries, type Entry, type EntryKind, type JournalStore } from "@skein/protocol";

/** The visible range of a session: what the model still sees after compactions and rewinds. */
export interface VisibleRange {
  /** All effective entries from this `seq` on. */
  readonly from: number;
  /** `seq` of the earlier entries that begin a pinned message, in order. */
  readonly pinned: readonly number[];
}

/** @param found - entries in order, including all compactions and rewinds of the journal. */
export function visibleRange(found: readonly Entry[]): VisibleRange {
  const compactions = effectiveEntries(found).filter((entry) => entry.kind === "compaction");
  const summaries = new Set(compactions.map(({ seq }) => seq));
  const from = compactions.reduce((last, { seq, firstKept }) => Math.max(last, Math.min(firstKept, seq)), 1);
  const isSeen = (seq: number) =>
    compactions.every(
      (later) =>
        later.seq <= seq || later.pinned.includes(seq) || (seq >= later.firstKept && !summaries.has(seq)),
    );
  const pinned = new Set(compactions.flatMap((compaction) => compaction.pinned));
  const before = [...pinned].filter((seq) => seq > 0 && seq < from && isSeen(seq));
  return { from, pinned: before.toSorted((left, right) => left - right) };
}

/** The entry kinds of a pinned message and of entries between its parts. */
const ofMessage: readonly EntryKind[] = [
  ...(["user-message", "assistant-message", "notice", "compaction", "model-request"] as const),
  ...(["tool-intent", "tool-result"] as const),
];

export interface PinnedOptions {
  readonly store: JournalStore;
  readonly session: string;
  readonly stands: (seq: number) => boolean;
}

/** Reads the entries of pinned messages and the elisions that shortened them, in order. */
export async function readPinned(
  options: PinnedOptions,
  { from, pinned }: VisibleRange,
): Promise<readonly Entry[]> {
  const found = new Map<number, Entry>();
  for (const seq of pinned) {
    if (!options.stands(seq)) continue;
    for await (const entry of readMessage(options, seq)) {
      if (entry.seq < from) found.set(entry.seq, entry);
    }
  }
  const results = [...found.values()].filter((entry) => entry.kind === "tool-result");
  if (results.length > 0) {
    const { store, session, stands } = options;
    const first = Math.min(...results.map(({ seq }) => seq));
    for await (const entry of store.read(session, first, ["elision"])) {
      if (entry.seq >= from) break;
      if (entry.kind === "elision" && stands(entry.seq)) found.set(entry.seq, entry);
    }
  }
  return [...found.values()].toSorted((left, right) => left.seq - right.seq);
}

/** Ends with a marker entry, so that calls do not get results that came too late. */
async function* readMessage({ store, session, stands }: PinnedOptions, seq: number): AsyncGenerator<Entry> {
  let isBegun = false;
  for await (const entry of store.read(session, seq, ofMessage)) {
    if (!ofMessage.includes(entry.kind) || !stands(entry.seq)) continue;
    if (!isBegun) {
      if (entry.seq !== seq) return;
      isBegun = true;
      yield entry;
      if (entry.kind !== "assistant-message") return;
    } else if (entry.kind === "tool-intent" || entry.kind === "tool-result") yield entry;
    else if (endsMessage(entry)) return yield mark(entry);
  }
}

/** A marker for a message whose content is hidden. */
function mark({ v, seq, at, run }: Entry): Entry {
  const nothing = { provider: "", model: "", options: {}, requestHash: "" };
  return { v, seq, at, run, kind: "model-request", purpose: "turn", ...nothing };
}

/** Whether calls without a result by then stay without one. */
function endsMessage(entry: Entry): boolean {
  if (entry.kind === "notice") return false;
  if (entry.kind === "assistant-message") return entry.partial !== "restarted";
  return entry.kind !== "model-request" || entry.purpose === "turn";
}
