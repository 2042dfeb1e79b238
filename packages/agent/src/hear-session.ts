import {
  createTranscript,
  standing,
  type Entry,
  type EntryKind,
  type EntryOf,
  type JournalStore,
  type Transcript,
} from "@skein/protocol";

/** What is needed of the whole journal, however long it is. */
const landmarks: readonly EntryKind[] = [
  ...(["settings", "context", "name", "compaction", "rewind"] as const),
  ...(["queued", "user-message", "tool-intent"] as const),
];

/** What is needed of the part that the model still sees. */
const spoken: readonly EntryKind[] = [
  ...(["user-message", "model-request", "reply-draft", "assistant-message", "tool-intent"] as const),
  ...(["tool-result", "compaction", "elision", "rewind", "queued", "notice"] as const),
];

/** What a session says, as far as its loop must know it. */
export interface Heard {
  readonly transcript: Transcript;
  /** Ids of calls that were made. */
  readonly callIds: Set<string>;
  /** The last of their kinds. */
  readonly said: {
    context?: EntryOf<"context">;
    settings?: EntryOf<"settings">;
    name?: EntryOf<"name">;
  };
  /** The transcript knows the journal from here on: before it is what a compaction has hidden. */
  readonly from: number;
  readonly lastSeq: number;
  /** For what is appended from now on. */
  take(this: void, entry: Entry): void;
}

/** Reads no more of a journal than the loop needs: of what a compaction has hidden, only the landmarks. */
export async function hearSession(store: JournalStore, session: string): Promise<Heard> {
  const transcript = createTranscript();
  const callIds = new Set<string>();
  const said: Heard["said"] = {};
  let lastSeq = 0;

  function note(entry: Entry): void {
    lastSeq = Math.max(lastSeq, entry.seq);
    if (entry.kind === "context") said.context = entry;
    else if (entry.kind === "settings") said.settings = entry;
    else if (entry.kind === "name") said.name = entry;
    else if (entry.kind === "tool-intent") callIds.add(entry.callId);
    else if (entry.kind === "assistant-message") {
      for (const part of entry.content) if (part.type === "tool-call") callIds.add(part.id);
    }
  }

  function take(entry: Entry): void {
    note(entry);
    transcript.add(entry);
  }

  const found: Entry[] = [];
  for await (const entry of store.read(session, 1, landmarks)) {
    note(entry);
    if (landmarks.includes(entry.kind)) found.push(entry);
  }
  const from = firstSpoken(found);
  for (const entry of waitingBefore(from, found)) transcript.add(entry);
  for await (const entry of store.read(session, from, spoken)) take(entry);
  for await (const entry of store.read(session, lastSeq + 1)) take(entry);
  return { transcript, callIds, said, from, lastSeq, take };
}

/** Where the part begins that the model still sees: at what the last compaction that stands has kept. */
function firstSpoken(found: readonly Entry[]): number {
  const last = standing(found).findLast((entry) => entry.kind === "compaction");
  return last ? Math.min(last.firstKept, ...last.pinned, last.seq) : 1;
}

/** Messages that have waited since before that, and have not got their place. */
function waitingBefore(from: number, found: readonly Entry[]): readonly Entry[] {
  const placed = new Set(found.flatMap((entry) => (entry.kind === "user-message" ? entry.queued : [])));
  return standing(found).filter(
    (entry) => entry.kind === "queued" && entry.seq < from && !placed.has(entry.id),
  );
}
