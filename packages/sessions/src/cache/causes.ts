import { groupedNumber } from "@skein/protocol";
import type { Entry, EntryOf } from "@skein/protocol";
import type { SentRequest } from "./sent.ts";

/**
 * - `first`: nothing had been sent. `model`: another model had been asked; each model has its own cache.
 * - `context`: the system prompt or tools changed. `compaction`, `elision`, `rewind`: the conversation did.
 * - `idle`: enough time had passed for the vendor to drop it. `short`: too short to be cached.
 * - `unknown`: the journal shows no reason; the vendor had one, or bytes differed unexpectedly.
 */
export const cacheCauses = [
  "first",
  "model",
  "context",
  "compaction",
  "elision",
  "rewind",
  "idle",
  "short",
  "unknown",
] as const;

export type CacheCause = (typeof cacheCauses)[number];

export interface CacheMiss {
  readonly cause: CacheCause;
  /** The entry that caused it, if there is one. */
  readonly seq?: number;
  /** A sentence for people. */
  readonly reason: string;
}

export interface Missed {
  readonly request: EntryOf<"model-request">;
  readonly answeredBy: { readonly provider: string; readonly model: string };
  /** The last request to this model, or else the last one to any. */
  readonly before:
    | {
        readonly sent: SentRequest;
        readonly endedAt: number;
        /** Part of it came from a cache, so it was long enough to be cached. */
        readonly wrote: boolean;
        readonly isSameModel: boolean;
      }
    | undefined;
  /** Entries since then that may have changed what is sent. */
  readonly changes: readonly Entry[];
  readonly sent: SentRequest;
  readonly onlyGrew: boolean;
  readonly expected: number;
  readonly missed: number;
  /** `undefined`: not reported. */
  readonly read: number | undefined;
}

/** Vendors keep a prefix for 5 minutes after its last use, or for an hour when more is paid or load is low. */
const shortestLifeMs = 5 * 60_000;
/** No vendor caches a prefix shorter than the first; all of them cache from the second on. */
const [leastAnywhere, leastEverywhere] = [1_024, 4_096];
/** Estimates are not more accurate than this, and vendors cache in blocks. */
const [looseTokens, looseShare] = [256, 0.1];

/** Whether one token count is lower than another by more than the error of an estimate. */
export function isLess(tokens: number, estimate: number): boolean {
  return estimate - tokens > Math.max(looseTokens, estimate * looseShare);
}

/** Why a request was not read from a cache as far as it could have been; empty when it was, or when unknown. */
export function causesOf(missed: Missed): readonly CacheMiss[] {
  const { before, read } = missed;
  if (read === undefined) return [];
  if (!before) return read > 0 ? [] : [{ cause: "first", reason: "Nothing was sent before." }];
  if (missed.missed === 0) return [];
  const told = before.isSameModel ? changesOf(missed) : [modelOf(missed)];
  return isLess(read, missed.expected) ? [...told, ...untold(missed, told)] : atLeastOne(told);
}

function atLeastOne(told: readonly CacheMiss[]): readonly CacheMiss[] {
  return told.length > 0 ? told : [unknown];
}

const unknown: CacheMiss = {
  cause: "unknown",
  reason: "The journal shows no reason: the provider's cache did not have it, or was not used.",
};

function modelOf({ request, answeredBy: { provider, model } }: Missed): CacheMiss {
  const isStandIn = request.provider !== provider || request.model !== model;
  const reason = isStandIn
    ? `${provider} ${model} answered instead of ${request.provider} ${request.model}, for the first time here.`
    : `${provider} ${model} was used for the first time here; each model has its own cache.`;
  return { cause: "model", seq: request.seq, reason };
}

function changesOf({ before, changes, sent, onlyGrew }: Missed): readonly CacheMiss[] {
  const isOther = before!.sent.contextHash !== sent.contextHash;
  return changes.flatMap((entry): CacheMiss[] => {
    const { seq } = entry;
    if (entry.kind === "context") return isOther ? [{ cause: "context", seq, reason: entry.reason }] : [];
    if (onlyGrew) return [];
    if (entry.kind === "compaction")
      return [{ cause: "compaction", seq, reason: "A summary replaced earlier messages." }];
    if (entry.kind === "elision") {
      const count = entry.results.length;
      const what = count === 1 ? "An earlier result was" : `${count} earlier results were`;
      return [{ cause: "elision", seq, reason: `${what} shortened.` }];
    }
    return entry.kind === "rewind"
      ? [{ cause: "rewind", seq, reason: `The session went back to entry ${entry.to}.` }]
      : [];
  });
}

/** Why not even the unchanged part was read. */
function untold(
  { request, before, expected, read }: Missed,
  told: readonly CacheMiss[],
): readonly CacheMiss[] {
  const idleMs = request.at - before!.endedAt;
  if (idleMs > shortestLifeMs) {
    const passed = `${groupedNumber(Math.round(idleMs / 60_000))} minutes passed`;
    const reason = `${passed} since the previous request; providers keep a cache for 5 minutes to an hour.`;
    return [{ cause: "idle", reason }];
  }
  const isShort = expected < leastAnywhere || (expected < leastEverywhere && !before!.wrote);
  if (read === 0 && isShort) {
    const size = `${groupedNumber(leastAnywhere)} to ${groupedNumber(leastEverywhere)}`;
    return [
      {
        cause: "short",
        reason: `Providers cache prefixes of at least ${size} tokens; this one was shorter.`,
      },
    ];
  }
  return told.length > 0 ? [] : [unknown];
}
