import { firstDifference, type Entry } from "@skein/protocol";
import { entryKeys } from "./entry-keys.ts";

/** Where a replay wrote something else than the recording, though it asked its model the same. */
export interface Drift {
  readonly run: string;
  /** Of the recorded entry; `undefined` for one that the recording does not have. */
  readonly seq: number | undefined;
  readonly kind: Entry["kind"];
  /** In words. */
  readonly difference: string;
}

export interface DriftOptions {
  readonly run: string;
  readonly recorded: readonly Entry[];
  readonly replayed: readonly Entry[];
  /** Whether the recording has the end of the run: otherwise only what both have is compared. */
  readonly isWhole: boolean;
  /** Whether the model is told something else than it was told. */
  readonly isOverridden: boolean;
}

export function driftOf({ run, recorded, replayed, isWhole, isOverridden }: DriftOptions): readonly Drift[] {
  const compared = (entries: readonly Entry[]) =>
    withoutSummaries(entries).filter(
      (entry) =>
        isMadeAgain(entry, entries) &&
        !(isOverridden && entry.kind === "context") &&
        // Where the journal breaks off, a result may stand without its message.
        (isWhole || entry.kind !== "model-result"),
    );
  const now = byKey(compared(replayed));
  const drift: Drift[] = [];
  for (const [key, entry] of byKey(compared(recorded))) {
    const again = now.get(key);
    now.delete(key);
    if (!again && !isWhole) continue;
    const difference = again
      ? firstDifference(withoutChance(entry), withoutChance(again))
      : "The recording has it, the replay does not.";
    if (difference !== undefined) drift.push({ run, seq: entry.seq, kind: entry.kind, difference });
  }
  if (!isWhole) return drift;
  const more = [...now.values()].map(({ kind }): Drift => {
    return { run, seq: undefined, kind, difference: "The replay has it, the recording does not." };
  });
  return [...drift, ...more];
}

/** What a compaction asks for is not asked for again: what it did is. */
function withoutSummaries(entries: readonly Entry[]): readonly Entry[] {
  const asked = entries.filter((entry) => entry.kind === "model-request" && entry.purpose === "compaction");
  const seqs = new Set(asked.map(({ seq }) => seq));
  return entries.filter((entry) => !seqs.has(entry.kind === "model-result" ? entry.request : entry.seq));
}

function byKey(entries: readonly Entry[]): Map<string, Entry> {
  const keyOf = entryKeys();
  return new Map(
    entries.flatMap((entry): [string, Entry][] => {
      const key = keyOf(entry);
      return key === undefined ? [] : [[key, entry]];
    }),
  );
}

/** Whether a replay can write it again: not what others said beside the run. */
function isMadeAgain(entry: Entry, all: readonly Entry[]): boolean {
  switch (entry.kind) {
    case "question":
      return entry.question.kind === "approval";
    case "answer":
      return all.some(
        (one) =>
          one.kind === "question" && one.question.kind === "approval" && one.question.id === entry.questionId,
      );
    case "model-attempt": // a recorded reply comes at once
    case "queued": // what it says stands where it got its place
    case "child":
    case "extension-state":
    case "notice":
      return false;
    default:
      return true;
  }
}

/** What an entry says, without what the clock, prices and new ids made of it. */
function withoutChance(entry: Entry): object {
  const { v: _v, seq: _seq, at: _at, run: _run, ...body } = entry;
  switch (body.kind) {
    case "session-start": {
      const { parent: _parent, recipe: _recipe, schedule: _schedule, ...rest } = body;
      return rest;
    }
    case "context": {
      // How a change was worded; the hash says what it was.
      const { reason: _reason, ...rest } = body;
      return rest;
    }
    // What is named by its number has another one, and what it comes to shows in the requests.
    case "compaction":
      return { ...body, firstKept: 0, pinned: [] };
    case "elision":
      return { ...body, results: body.results.map(({ content }) => content) };
    case "model-request": {
      // A request that differs is a difference of its own.
      const { requestHash: _hash, reservedUsd: _reserved, reservedTokens: _tokens, ...rest } = body;
      return rest;
    }
    case "model-result": {
      const { request: _request, ...result } = body;
      const { costUsd: _cost, costIsEstimate: _estimate, chargedTokens: _charged, ...rest } = result;
      // What had been reported of a reply that was cut is not reported again.
      return body.error === undefined ? rest : { ...rest, usage: {} };
    }
    case "assistant-message": {
      const { request: _request, ...rest } = body;
      return rest;
    }
    case "question":
      return { ...body, question: { ...body.question, id: "" } };
    case "answer":
      return { ...body, questionId: "", by: "" };
    case "user-message":
      return body.queued === undefined ? body : { ...body, queued: "" };
    case "tool-result":
      return { ...body, durationMs: 0 };
    default:
      return body;
  }
}
