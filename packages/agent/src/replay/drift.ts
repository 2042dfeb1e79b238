import { firstDifference, isAboutCall, type Entry, type Purpose } from "@skein/protocol";
import { entryKeys } from "./entry-keys.ts";

/** An entry that differs between replay and recording although the model requests are equal. */
export interface Drift {
  readonly run: string;
  /** Of the recorded entry; `undefined` when the recording lacks it. */
  readonly seq: number | undefined;
  readonly kind: Entry["kind"];
  /** A description of the difference. */
  readonly difference: string;
}

export interface DriftOptions {
  readonly run: string;
  readonly recorded: readonly Entry[];
  readonly replayed: readonly Entry[];
  /** Whether the recording contains the end of the run; if not, only entries that both have are compared. */
  readonly isWhole: boolean;
  /** Whether the replay uses another system prompt or other tools. */
  readonly isOverridden: boolean;
}

const unrepeated: readonly Purpose[] = ["compaction", "judge", "memory"];

export function driftOf({ run, recorded, replayed, isWhole, isOverridden }: DriftOptions): readonly Drift[] {
  const compared = (entries: readonly Entry[]) =>
    withoutUnrepeated(entries).filter(
      (entry) =>
        isMadeAgain(entry, entries) &&
        !(isOverridden && entry.kind === "context") &&
        // A journal that breaks off can end in a result without its message.
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

/** Requests for summaries and for rulings are not repeated; what came of them is in the recording. */
function withoutUnrepeated(entries: readonly Entry[]): readonly Entry[] {
  const asked = entries.filter(
    (entry) => entry.kind === "model-request" && unrepeated.includes(entry.purpose),
  );
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

/** Whether a replay can write this entry; it cannot write what others added outside the run. */
function isMadeAgain(entry: Entry, all: readonly Entry[]): boolean {
  switch (entry.kind) {
    case "question":
      return isAboutCall(entry.question);
    case "answer":
      return all.some(
        (one) => one.kind === "question" && isAboutCall(one.question) && one.question.id === entry.questionId,
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

/** An entry without fields that depend on the clock, prices or new ids. */
function withoutChance(entry: Entry): object {
  const { v: _v, seq: _seq, at: _at, run: _run, ...body } = entry;
  switch (body.kind) {
    case "session-start": {
      const { parent: _parent, recipe: _recipe, recipeSource: _source, ...others } = body;
      const { schedule: _schedule, worktree: _worktree, ...rest } = others;
      return rest;
    }
    case "context": {
      // Only the wording of the change; the hash identifies it.
      const { reason: _reason, ...rest } = body;
      return rest;
    }
    // Entry numbers differ; the effect shows in the requests.
    case "compaction":
      return { ...body, firstKept: 0, pinned: [] };
    case "elision":
      return { ...body, results: body.results.map(({ content }) => content) };
    case "model-request": {
      // Requests are compared separately.
      const { requestHash: _hash, reservedUsd: _reserved, reservedTokens: _tokens, ...rest } = body;
      return rest;
    }
    case "model-result": {
      const { request: _request, ...result } = body;
      const { costUsd: _cost, costIsEstimate: _estimate, chargedTokens: _charged, ...rest } = result;
      // Usage of a reply that was cut off is not reported again.
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
