import {
  createTranscript,
  effectiveEntries,
  isEffectiveAfter,
  type Entry,
  type EntryKind,
  type EntryOf,
  type JournalStore,
  type JsonValue,
  type MeasuredCall,
  type Transcript,
} from "@skein/protocol";
import { measure } from "./measure.ts";
import { readPinned, visibleRange } from "./visible-range.ts";

/** Entry kinds that decide what of a journal is visible. */
const decisive: readonly EntryKind[] = ["compaction", "rewind"];

/** Entry kinds that are read from the whole journal, however long it is. */
const landmarks: readonly EntryKind[] = [
  ...(["session-start", "settings", "context", "name", "compaction", "rewind"] as const),
  ...(["queued", "user-message", "tool-intent", "child", "outcome", "extension-state"] as const),
];

/** Entry kinds that the transcript is made of. */
const visibleKinds: readonly EntryKind[] = [
  ...(["user-message", "model-request", "model-result", "reply-draft", "assistant-message"] as const),
  ...(["question", "answer", "tool-intent", "tool-result"] as const),
  ...(["compaction", "elision", "rewind", "queued", "notice", "dynamic-context"] as const),
];

const readKinds: readonly EntryKind[] = [...new Set([...landmarks, ...visibleKinds])];

/** The session state that the loop needs. */
export interface SessionState {
  readonly transcript: Transcript;
  /** Ids of all calls made so far. */
  readonly callIds: Set<string>;
  /** Sessions of subagents, by the call that started them. */
  readonly children: ReadonlyMap<string, ReadonlySet<string>>;
  /** Sessions of background subagents of a run that was cut off, which never reported. */
  readonly lostChildren: readonly string[];
  /** Sessions of background subagents that the last run left with an open question, and that have not reported since. */
  readonly waitingChildren: ReadonlySet<string>;
  /** The latest entry of each kind. */
  readonly latest: {
    context?: EntryOf<"context">;
    settings?: EntryOf<"settings">;
    name?: Pick<EntryOf<"name">, "name" | "by">;
    /** The last request of the loop. */
    request?: EntryOf<"model-request">;
    /** The last call with known usage, unless the history was changed since. */
    measured?: MeasuredCall | undefined;
    /** `seq` of the last compaction, elision or rewind, and of the last rewind. */
    change?: number;
    rewind?: number;
    /** `seq` of the last dynamic context. */
    dynamicContext?: number;
  };
  /** Context windows that vendors have reported, in tokens, by `modelKey`. */
  readonly windows: ReadonlyMap<string, number>;
  /** Extension state, by extension name. */
  readonly states: ReadonlyMap<string, JsonValue>;
  readonly rewinds: readonly EntryOf<"rewind">[];
  readonly lastSeq: number;
  /** Applies a newly appended entry. */
  append(this: void, entry: Entry): void;
}

/**
 * Loads the session state, reading no more than the loop needs: only landmarks from the part hidden by
 * compaction.
 */
export async function loadSessionState(store: JournalStore, session: string): Promise<SessionState> {
  const transcript = createTranscript();
  const callIds = new Set<string>();
  const children = new Map<string, Set<string>>();
  const latest: SessionState["latest"] = {};
  const windows = new Map<string, number>();
  const states = new Map<string, JsonValue>();
  const waitingChildren = new Set<string>();
  let lastSeq = 0;

  function note(entry: Entry): void {
    lastSeq = Math.max(lastSeq, entry.seq);
    switch (entry.kind) {
      case "model-request":
        if (entry.purpose === "turn") latest.request = entry;
        break;
      case "model-result":
        if (entry.request === latest.request?.seq) latest.measured = measure(entry) ?? latest.measured;
        break;
      case "rewind":
        latest.rewind = entry.seq;
        [latest.measured, latest.change] = [undefined, entry.seq];
        waitingChildren.clear();
        break;
      case "compaction":
      case "elision":
        [latest.measured, latest.change] = [undefined, entry.seq];
        break;
      case "context":
        latest.context = entry;
        break;
      case "settings":
        latest.settings = entry;
        if (entry.contextTokens !== undefined) windows.set(modelKey(entry), entry.contextTokens);
        break;
      case "dynamic-context":
        latest.dynamicContext = entry.seq;
        break;
      case "name":
        latest.name = entry;
        break;
      case "session-start":
        if (entry.name !== undefined) latest.name = { name: entry.name, by: "user" };
        break;
      case "outcome":
        waitingChildren.clear();
        for (const child of entry.waitsFor ?? []) waitingChildren.add(child);
        break;
      case "queued":
        if (entry.child !== undefined) waitingChildren.delete(entry.child);
        break;
      case "tool-result":
        for (const child of entry.reports ?? []) waitingChildren.delete(child);
        break;
      case "child":
        if (entry.callId !== undefined)
          children.set(entry.callId, (children.get(entry.callId) ?? new Set()).add(entry.session));
        break;
      default:
        noteCalls(entry);
    }
  }

  function noteCalls(entry: Entry): void {
    if (entry.kind === "tool-intent") callIds.add(entry.callId);
    else if (entry.kind === "assistant-message") {
      for (const part of entry.content) if (part.type === "tool-call") callIds.add(part.id);
    }
  }

  function append(entry: Entry): void {
    note(entry);
    if (entry.kind === "extension-state") states.set(entry.extension, entry.state);
    else if (entry.kind === "rewind") rewinds.push(entry);
    transcript.add(entry);
  }

  const decided: Entry[] = [];
  for await (const entry of store.read(session, 1, decisive))
    if (decisive.includes(entry.kind)) decided.push(entry);
  const seen = visibleRange(decided);
  const found: Entry[] = [];
  for await (const entry of seen.from > 1 ? store.read(session, 1, landmarks) : []) {
    if (entry.seq >= seen.from) break;
    note(entry);
    found.push(entry);
  }
  const visible: Entry[] = [];
  for await (const entry of store.read(session, seen.from, readKinds)) {
    note(entry);
    visible.push(entry);
  }
  found.push(...visible);
  for (const entry of effectiveEntries(found)) {
    if (entry.kind === "extension-state") states.set(entry.extension, entry.state);
  }
  const rewinds = found.filter((entry) => entry.kind === "rewind");
  for (const entry of waitingBefore(seen.from, found)) transcript.add(entry);
  const pinned = await readPinned({ store, session, stands: isEffectiveAfter(rewinds) }, seen);
  for (const entry of pinned) {
    noteCalls(entry);
    transcript.add(entry);
  }
  for (const entry of visible) transcript.add(entry);
  for await (const entry of store.read(session, lastSeq + 1)) append(entry);
  const lostChildren = await lostAmong(found, (from) => store.read(session, from, ["tool-result"]));
  return {
    transcript,
    callIds,
    children,
    lostChildren,
    waitingChildren,
    latest,
    windows,
    states,
    rewinds,
    lastSeq,
    append,
  };
}

/** A map key for a provider and model. */
export function modelKey({ provider, model }: { readonly provider: string; readonly model: string }): string {
  return JSON.stringify([provider, model]);
}

/** Queued messages from before `from` that were never delivered. */
function waitingBefore(from: number, found: readonly Entry[]): readonly Entry[] {
  const effective = effectiveEntries(found);
  const delivered = new Set(
    effective.flatMap((entry) => (entry.kind === "user-message" ? entry.queued : [])),
  );
  return effective.filter((entry) => entry.kind === "queued" && entry.seq < from && !delivered.has(entry.id));
}

async function lostAmong(
  found: readonly Entry[],
  resultsFrom: (seq: number) => AsyncIterable<Entry>,
): Promise<readonly string[]> {
  const ended = new Set(found.flatMap((entry) => (entry.kind === "outcome" ? [entry.run] : [])));
  const reported = new Set(found.flatMap((entry) => (entry.kind === "queued" ? [entry.child] : [])));
  const silent = effectiveEntries(found)
    .filter((entry) => entry.kind === "child")
    .filter(({ background, run, session }) => background && !ended.has(run) && !reported.has(session));
  const [first] = silent;
  if (!first) return [];
  for await (const entry of resultsFrom(first.seq)) {
    // Stores may return more kinds than requested.
    if (entry.kind === "tool-result") for (const session of entry.reports ?? []) reported.add(session);
  }
  return silent.map(({ session }) => session).filter((session) => !reported.has(session));
}
