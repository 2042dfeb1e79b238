import {
  costOf,
  createTranscript,
  type Entry,
  type EntryOf,
  type ModelPrice,
  type Usage,
} from "@skein/protocol";
import { causesOf, isLess, type CacheCause, type CacheMiss } from "./causes.ts";
import { overlap, measureRequest, type Asked, type SentRequest } from "./sent.ts";

export interface CacheViewOptions {
  /** Without it, and for models that it does not know, no costs are computed. */
  readonly priceOf?: (provider: string, model: string) => ModelPrice | undefined;
}

/** What vendors' prompt caches had of what a session sent. */
export interface CacheView {
  /** Requests of the conversation, in order; auxiliary requests (titles, summaries) have prefixes of their own. */
  readonly requests: readonly CachedRequest[];
  /** Sums of reported counters. A counter that was never reported is absent, not 0. */
  readonly usage: Pick<Usage, "input" | "cacheRead" | "cacheWrite">;
  /** Share of tokens read from a cache, for requests that reported both; from 0 to 1. */
  readonly readShare: number | undefined;
  /** Tokens that had been sent before and were not read from a cache. */
  readonly missed: number;
  /** US dollars that these cost more than cache hits; absent when unknown. */
  readonly missedUsd?: number;
  /** US dollars that the caches saved, net of writes; absent when unknown. */
  readonly savedUsd?: number;
  /** By the first cause of each request; the most tokens first. */
  readonly causes: readonly MissedBy[];
}

export interface MissedBy {
  readonly cause: CacheCause;
  readonly requests: number;
  readonly missed: number;
  readonly costUsd?: number;
}

export interface CachedRequest {
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly run: string | null;
  /** The model that answered, or the one requested when none did. */
  readonly provider: string;
  readonly model: string;
  readonly usage: Pick<Usage, "input" | "cacheRead" | "cacheWrite">;
  /** All tokens sent; `undefined` when the vendor did not report them. */
  readonly total: number | undefined;
  /** Estimated tokens of the prefix shared with the last request to this model: a cache may have them. */
  readonly expected: number;
  /** Estimated tokens shared with the previous request, in any position. */
  readonly repeated: number;
  /** The part of `repeated` that was not read from a cache; 0 when below the accuracy of an estimate. */
  readonly missed: number;
  /** Share of all tokens sent that was read from a cache; from 0 to 1. */
  readonly readShare: number | undefined;
  /** Share of `expected` that was read from a cache; from 0 to 1. `undefined` when nothing was expected. */
  readonly hitShare: number | undefined;
  /** Why the cache missed, the first cause first. Empty: it did not. */
  readonly misses: readonly CacheMiss[];
  /** US dollars that `missed` cost more than a hit. */
  readonly missedUsd?: number;
}

/** Content and time of the last request to a model. */
interface Last {
  readonly sent: SentRequest;
  readonly endedAt: number;
  readonly wrote: boolean;
  /** `seq` of the request. */
  readonly seq: number;
}

/**
 * For each request, what a cache could have had of it and what it had. A fork begins with what its parent sent, and
 * lists only its own requests.
 */
export function cacheView(entries: Iterable<Entry>, { priceOf }: CacheViewOptions = {}): CacheView {
  const transcript = createTranscript();
  const open = new Map<number, { readonly request: EntryOf<"model-request">; readonly asked: Asked }>();
  const lasts = new Map<string, Last>();
  const fixed = new Map<string, number>();
  const changes: Entry[] = [];
  const requests: CachedRequest[] = [];
  let [contextHash, forkedAt] = ["", 0];
  let latest: Last | undefined;

  function answered(entry: EntryOf<"model-result">): void {
    const found = open.get(entry.request);
    if (!found) return;
    open.delete(entry.request);
    const { request, asked } = found;
    const { provider, model, usage } = entry;
    const total = totalOf(usage);
    const head = {
      seq: request.seq,
      at: request.at,
      run: request.run,
      provider,
      model,
      ...countersOf(usage),
    };
    if (total === undefined) {
      const nothing = { expected: 0, repeated: 0, missed: 0, readShare: undefined, hitShare: undefined };
      if (request.seq > forkedAt) requests.push({ ...head, total, ...nothing, misses: [] });
      return;
    }
    const key = JSON.stringify([provider, model]);
    const last = lasts.get(key);
    const sent = measureRequest(asked, total, fixed.get(`${key} ${asked.contextHash}`));
    fixed.set(`${key} ${asked.contextHash}`, sent.fixed);
    const before = last ?? latest;
    const common = before && overlap(before.sent, sent);
    const expected = last && common ? common.expected : 0;
    const repeated = common?.repeated ?? 0;
    const read = usage.cacheRead;
    const missed = read !== undefined && isLess(read, repeated) ? repeated - read : 0;
    const misses = causesOf({
      request,
      answeredBy: { provider, model },
      before: before && { ...before, isSameModel: last !== undefined },
      changes: changes.filter(({ seq }) => seq > (before?.seq ?? 0) && seq < request.seq),
      sent,
      onlyGrew: common?.onlyGrew ?? true,
      expected,
      missed,
      read,
    });
    const missedUsd = missed > 0 ? missCost(usage, missed, priceOf?.(provider, model)) : undefined;
    if (request.seq > forkedAt)
      requests.push({
        ...head,
        total,
        expected,
        repeated,
        missed,
        readShare: read === undefined || total === 0 ? undefined : read / total,
        hitShare: read === undefined || expected === 0 ? undefined : Math.min(1, read / expected),
        misses,
        ...(missedUsd === undefined ? {} : { missedUsd }),
      });
    latest = {
      sent,
      endedAt: entry.at,
      wrote: (usage.cacheWrite ?? 0) > 0 || (read ?? 0) > 0,
      seq: request.seq,
    };
    lasts.set(key, latest);
  }

  for (const entry of entries) {
    transcript.add(entry);
    if (entry.kind === "session-start") forkedAt = entry.parent?.seq ?? 0;
    else if (entry.kind === "context") contextHash = entry.hash;
    else if (entry.kind === "model-request" && entry.purpose === "turn") {
      const asked = { contextHash, messages: transcript.messages() };
      open.set(entry.seq, { request: entry, asked });
    } else if (entry.kind === "model-result") answered(entry);
    if (["context", "compaction", "elision", "rewind"].includes(entry.kind)) changes.push(entry);
  }
  return { requests, ...sumsOf(requests, priceOf) };
}

function countersOf({ input, cacheRead, cacheWrite }: Usage): Pick<CachedRequest, "usage"> {
  return {
    usage: {
      ...(input === undefined ? {} : { input }),
      ...(cacheRead === undefined ? {} : { cacheRead }),
      ...(cacheWrite === undefined ? {} : { cacheWrite }),
    },
  };
}

/** A missing cache counter counts as nothing: some vendors have no cache. */
function totalOf({ input, cacheRead = 0, cacheWrite = 0 }: Usage): number | undefined {
  return input === undefined ? undefined : input + cacheRead + cacheWrite;
}

/** What these tokens cost more than if read from a cache. They were paid as cache writes as far as any were written. */
function missCost(usage: Usage, missed: number, price: ModelPrice | undefined): number | undefined {
  const { input = 0, cacheRead = 0, cacheWrite = 0 } = usage;
  const written = Math.min(missed, cacheWrite);
  const plain = Math.min(missed - written, input);
  const paid = costOf({ input, cacheRead, cacheWrite, output: 0 }, price);
  const hit = costOf(
    {
      input: input - plain,
      cacheWrite: cacheWrite - written,
      cacheRead: cacheRead + written + plain,
      output: 0,
    },
    price,
  );
  return paid === undefined || hit === undefined ? undefined : Math.max(0, paid - hit);
}

function sumsOf(
  requests: readonly CachedRequest[],
  priceOf: CacheViewOptions["priceOf"],
): Omit<CacheView, "requests"> {
  const usage: { input?: number; cacheRead?: number; cacheWrite?: number } = {};
  for (const request of requests) {
    for (const name of ["input", "cacheRead", "cacheWrite"] as const) {
      const tokens = request.usage[name];
      if (tokens !== undefined) usage[name] = (usage[name] ?? 0) + tokens;
    }
  }
  const told = requests.filter(({ readShare }) => readShare !== undefined);
  const sent = told.reduce((sum, { total = 0 }) => sum + total, 0);
  const read = told.reduce((sum, request) => sum + (request.usage.cacheRead ?? 0), 0);
  const missedUsd = sumOfKnown(requests.map((request) => request.missedUsd));
  const savedUsd = sumOfKnown(
    requests.map(({ provider, model, ...request }) => saved(request, priceOf?.(provider, model))),
  );
  return {
    usage,
    readShare: sent === 0 ? undefined : read / sent,
    missed: requests.reduce((sum, { missed }) => sum + missed, 0),
    ...(missedUsd === undefined ? {} : { missedUsd }),
    ...(savedUsd === undefined ? {} : { savedUsd }),
    causes: causesIn(requests),
  };
}

function saved(
  { usage, total }: Pick<CachedRequest, "usage" | "total">,
  price: ModelPrice | undefined,
): number | undefined {
  if (total === undefined || usage.cacheRead === undefined) return undefined;
  const { input = 0, cacheRead, cacheWrite = 0 } = usage;
  const without = costOf({ input: total, output: 0, cacheRead: 0, cacheWrite: 0 }, price);
  const paid = costOf({ input, cacheRead, cacheWrite, output: 0 }, price);
  return without === undefined || paid === undefined ? undefined : without - paid;
}

function causesIn(requests: readonly CachedRequest[]): readonly MissedBy[] {
  const groups = Map.groupBy(
    requests.filter(({ misses }) => misses.length > 0),
    ({ misses }) => misses[0]!.cause,
  );
  return [...groups]
    .map(([cause, members]): MissedBy => {
      const costUsd = sumOfKnown(members.map(({ missedUsd }) => missedUsd));
      return {
        cause,
        requests: members.length,
        missed: members.reduce((sum, { missed }) => sum + missed, 0),
        ...(costUsd === undefined ? {} : { costUsd }),
      };
    })
    .toSorted((one, other) => other.missed - one.missed);
}

function sumOfKnown(amounts: readonly (number | undefined)[]): number | undefined {
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, amount) => sum + amount, 0);
}
