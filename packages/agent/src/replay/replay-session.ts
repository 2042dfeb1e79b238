import type { ContextBlob, Entry, EntryOf, ModelRequest } from "@skein/protocol";
import { createRequestHasher } from "../context/model-context.ts";
import { compareRequests } from "./compare-requests.ts";
import { driftOf, type Drift } from "./drift.ts";
import {
  readContexts,
  requestReader,
  type RecordedContexts,
  type RequestReader,
} from "./recorded-requests.ts";
import { recordedReplies } from "./recorded-replies.ts";
import { recordedRuns, type RecordedRun, type Unreplayable } from "./recorded-runs.ts";
import { replayRun } from "./replay-run.ts";

/** A recorded session, and what to do with it. */
export interface SessionReplay {
  /** The whole journal, in order. */
  readonly entries: readonly Entry[];
  readonly blob: (hash: string) => Promise<Uint8Array | undefined>;
  /** What the model is told now, given what it was told then. Default: the same. */
  readonly context?: (recorded: ContextBlob) => ContextBlob;
  /** Told of every request as soon as it was compared. */
  readonly onRequest?: (request: ReplayedRequest) => void;
  /** When it is aborted, its reason is thrown. */
  readonly signal?: AbortSignal;
}

/** One request to a model: what was recorded, and what came out now. */
export interface ReplayedRequest {
  /** Of its `model-request` entry; `undefined` for a request that the recording does not have. */
  readonly seq: number | undefined;
  readonly run: string;
  /** `undefined` when it cannot be built from the journal: then only its hash was compared. */
  readonly recorded: ModelRequest | undefined;
  /** `undefined` when it was not made again. */
  readonly replayed: ModelRequest | undefined;
  /** In words; `undefined` when the two are the same, byte for byte. */
  readonly difference: string | undefined;
}

export interface Replay {
  readonly runs: number;
  /** How many requests the recording has, and how many of them came out again byte for byte. */
  readonly requests: number;
  readonly equal: number;
  readonly differences: readonly ReplayedRequest[];
  /** How many of the equal ones stand before a scrub: their hashes are of what was taken out, and say nothing. */
  readonly unhashed: number;
  readonly unreplayable: readonly Unreplayable[];
  /** What was written differently though the requests are the same: decisions, results, outcomes. */
  readonly drift: readonly Drift[];
}

/**
 * Runs every run of a recorded session again, one by one, with the real loop: the model gives the recorded replies,
 * tools their recorded results, people their recorded answers, and nothing is executed or asked. Every request that
 * comes out is compared with the recorded one. A run that was killed is replayed as far as its journal goes. What a
 * compaction did is done again at its place; what it asked a model for is neither asked nor compared nor counted.
 */
export async function replaySession(session: SessionReplay): Promise<Replay> {
  const { blob, context: override = same, onRequest, signal } = session;
  const outdated = outdatedIn(session.entries);
  if (outdated) return { ...nothingReplayed, unreplayable: [outdated] };
  const entries = session.entries.map(withoutTimeLimit);
  const { runs, unreplayable } = recordedRuns(entries);
  const scrubbed = entries.findLast((entry) => entry.kind === "scrub")?.seq ?? 0;
  const contexts = await readContexts(entries, blob);
  const reader = requestReader(entries, contexts, (entry) => entry.seq > scrubbed);
  const replayed: ReplayedRequest[] = [];
  const lost: Unreplayable[] = [];
  const drift: Drift[] = [];

  for (const recorded of runs) {
    signal?.throwIfAborted();
    const told = contextOf(recorded, entries, contexts);
    if ("why" in told) {
      lost.push(told);
      continue;
    }
    const comparison = compareRun(recorded, reader, (request) => {
      replayed.push(request);
      onRequest?.(request);
    });
    const written = await replayRun(recorded, told.blob, {
      entries,
      contexts,
      override,
      signal,
      onRequest: comparison.take,
    });
    signal?.throwIfAborted();
    comparison.end();
    lost.push(...comparison.lost);
    drift.push(
      ...driftOf({
        run: recorded.id,
        recorded: recorded.entries,
        replayed: written,
        isWhole: recorded.outcome !== undefined,
        isOverridden: session.context !== undefined,
      }),
    );
  }

  const differences = replayed.filter(({ difference }) => difference !== undefined);
  const known = replayed.filter(({ seq }) => seq !== undefined);
  const equal = known.filter(({ difference }) => difference === undefined);
  return {
    runs: runs.length,
    requests: known.length,
    equal: equal.length,
    differences,
    unhashed: equal.filter(({ seq = 0 }) => seq < scrubbed).length,
    unreplayable: [...unreplayable, ...lost].toSorted((left, right) => left.seq - right.seq),
    drift,
  };
}

const nothingReplayed: Replay = {
  runs: 0,
  requests: 0,
  equal: 0,
  differences: [],
  unhashed: 0,
  unreplayable: [],
  drift: [],
};

/** Sessions of the time when what changes with each turn was no part of the conversation: their requests were others. */
function outdatedIn(entries: readonly Entry[]): Unreplayable | undefined {
  const old = entries.find((entry) => entry.kind === "model-request" && "turnFacts" in entry);
  const why =
    "The session was recorded by an older version, whose requests cannot be built any more: it can be shown, resumed and exported, but not replayed.";
  return old && { seq: old.seq, why };
}

function same(blob: ContextBlob): ContextBlob {
  return blob;
}

/** A replay takes no time; what a limit ended is ended where it was. */
function withoutTimeLimit(entry: Entry): Entry {
  if (entry.kind !== "settings" || entry.limits.maxTimeMs === undefined) return entry;
  const { maxTimeMs: _maxTimeMs, ...limits } = entry.limits;
  return { ...entry, limits };
}

/** What the model was told when the run began. */
function contextOf(
  { start }: RecordedRun,
  entries: readonly Entry[],
  contexts: RecordedContexts,
): { readonly blob: ContextBlob } | Unreplayable {
  const entry = entries.findLast(
    (one): one is EntryOf<"context"> => one.kind === "context" && one.seq < start.seq,
  );
  if (!entry) return { seq: start.seq, why: "The journal does not say what the model was told." };
  return contexts.get(entry.hash) ?? { seq: entry.seq, why: lostContext(entry.hash) };
}

function lostContext(hash: string): string {
  return `What the model was told is lost, or cannot be read: ${hash}.`;
}

/** Compares the requests of one run as they come. */
function compareRun(
  { id: run, entries, outcome }: RecordedRun,
  reader: RequestReader,
  onRequest: (request: ReplayedRequest) => void,
) {
  const compare = compareRequests();
  const made = new Set<number>();
  const lost: Unreplayable[] = [];

  function take(now: ModelRequest, reply: { readonly request: EntryOf<"model-request"> } | undefined): void {
    if (!reply) {
      // Where the recording breaks off, the loop goes on for one more request.
      if (!outcome) return;
      const difference = "The recording has no such request.";
      return onRequest({ seq: undefined, run, recorded: undefined, replayed: now, difference });
    }
    const { seq, purpose } = reply.request;
    made.add(seq);
    if (purpose === "title") {
      const difference = titleDifference(reply.request, now);
      return onRequest({ seq, run, recorded: undefined, replayed: now, difference });
    }
    const recorded = reader.requestAt(reply.request);
    if (!recorded) return void lost.push({ seq, why: "What the model was told at this request is lost." });
    const { request } = recorded;
    const difference = recorded.damage ?? compare(request, now);
    onRequest({ seq, run, recorded: request, replayed: now, difference });
  }

  return {
    take,
    lost,
    /** Counts what was recorded and not made again. */
    end(): void {
      const due = recordedReplies(entries, "turn").filter(({ request }) => !made.has(request.seq));
      for (const { request } of due) {
        const recorded = reader.requestAt(request)?.request;
        const difference = "The request was not made again.";
        onRequest({ seq: request.seq, run, recorded, replayed: undefined, difference });
      }
    },
  };
}

/** What a title is asked from is not in the journal by itself: only the hash can say whether it is the same. */
function titleDifference(
  { requestHash }: EntryOf<"model-request">,
  { system, messages, options }: ModelRequest,
): string | undefined {
  const hash = createRequestHasher().hash(system, messages, options);
  return hash === requestHash
    ? undefined
    : `The request for a title is another one: its hash was ${requestHash}, now it is ${hash}.`;
}
