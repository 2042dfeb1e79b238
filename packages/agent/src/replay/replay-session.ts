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

/** Options of `replaySession`. */
export interface SessionReplay {
  /** The whole journal, in order. */
  readonly entries: readonly Entry[];
  readonly blob: (hash: string) => Promise<Uint8Array | undefined>;
  /** Replaces the recorded system prompt and tools. Default: unchanged. */
  readonly context?: (recorded: ContextBlob) => ContextBlob;
  /** Called with every request once it has been compared. */
  readonly onRequest?: (request: ReplayedRequest) => void;
  /** Aborting it throws its reason. */
  readonly signal?: AbortSignal;
}

/** One model request: as recorded and as replayed. */
export interface ReplayedRequest {
  /** Of its `model-request` entry; `undefined` for a request that the recording does not have. */
  readonly seq: number | undefined;
  readonly run: string;
  /** `undefined` when it cannot be built from the journal: then only its hash was compared. */
  readonly recorded: ModelRequest | undefined;
  /** `undefined` when the replay did not make it. */
  readonly replayed: ModelRequest | undefined;
  /** A description; `undefined` when both are byte-for-byte equal. */
  readonly difference: string | undefined;
}

export interface Replay {
  readonly runs: number;
  /** Number of recorded requests, and how many of them the replay reproduced byte for byte. */
  readonly requests: number;
  readonly equal: number;
  readonly differences: readonly ReplayedRequest[];
  /** How many of the equal ones precede a scrub, so that their hashes cannot be checked. */
  readonly unhashed: number;
  readonly unreplayable: readonly Unreplayable[];
  /** Entries that differ although the requests are equal: decisions, results, outcomes. */
  readonly drift: readonly Drift[];
}

/**
 * Replays the runs of a recorded session, one by one, with the real loop: models give the recorded replies,
 * tools the recorded results and people the recorded answers, and nothing is executed. Every request is
 * compared with the recorded one. A run that was killed is replayed as far as its journal goes. Compactions
 * are applied from the recording; their auxiliary requests are neither made nor counted.
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

/** Sessions from before dynamic context was part of the conversation; their requests had another form. */
function outdatedIn(entries: readonly Entry[]): Unreplayable | undefined {
  const old = entries.find((entry) => entry.kind === "model-request" && "turnFacts" in entry);
  const why =
    "The session was recorded by an older version, whose requests can no longer be rebuilt. You can show, resume and export it, but not replay it.";
  return old && { seq: old.seq, why };
}

function same(blob: ContextBlob): ContextBlob {
  return blob;
}

/** A replay takes no time; a run that reached a limit ends at the recorded place. */
function withoutTimeLimit(entry: Entry): Entry {
  if (entry.kind !== "settings" || entry.limits.maxTimeMs === undefined) return entry;
  const { maxTimeMs: _maxTimeMs, ...limits } = entry.limits;
  return { ...entry, limits };
}

/** The system prompt and tools at the run's start. */
function contextOf(
  { start }: RecordedRun,
  entries: readonly Entry[],
  contexts: RecordedContexts,
): { readonly blob: ContextBlob } | Unreplayable {
  const entry = entries.findLast(
    (one): one is EntryOf<"context"> => one.kind === "context" && one.seq < start.seq,
  );
  if (!entry) return { seq: start.seq, why: "The journal does not contain the system prompt and tools." };
  return contexts.get(entry.hash) ?? { seq: entry.seq, why: lostContext(entry.hash) };
}

function lostContext(hash: string): string {
  return `The system prompt and tools are lost or cannot be read: ${hash}.`;
}

/** Compares the requests of one run as they are made. */
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
      // When the recording breaks off, the loop makes one more request.
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
    if (!recorded)
      return void lost.push({ seq, why: "The system prompt and tools of this request are lost." });
    const { request } = recorded;
    const difference = recorded.damage ?? compare(request, now);
    onRequest({ seq, run, recorded: request, replayed: now, difference });
  }

  return {
    take,
    lost,
    /** Counts recorded requests that the replay did not make. */
    end(): void {
      const due = recordedReplies(entries, "turn").filter(({ request }) => !made.has(request.seq));
      for (const { request } of due) {
        const recorded = reader.requestAt(request)?.request;
        const difference = "The replay did not make this request.";
        onRequest({ seq: request.seq, run, recorded, replayed: undefined, difference });
      }
    },
  };
}

/** The journal does not contain the text of a title request; only its hash can be compared. */
function titleDifference(
  { requestHash }: EntryOf<"model-request">,
  { system, messages, options }: ModelRequest,
): string | undefined {
  const hash = createRequestHasher().hash(system, messages, options);
  return hash === requestHash
    ? undefined
    : `The request for a title differs: its hash was ${requestHash} and is ${hash} now.`;
}
