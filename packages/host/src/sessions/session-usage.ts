import type { Entry, EntryOf, Usage } from "@skein/protocol";
import type { ModelSources } from "../providers/known-model.ts";
import { cachedSession } from "./cached-session.ts";

/** What one request to a model used. */
export interface RequestUsage {
  /** Of its entry, and that of its result. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly run: string | null;
  readonly purpose: EntryOf<"model-request">["purpose"];
  /** The model that answered. */
  readonly provider: string;
  readonly model: string;
  /** Tokens by kind; a counter that the vendor did not report is absent, not 0. */
  readonly usage: Usage;
  /** US dollars; `null` when the price is unknown. */
  readonly costUsd: number | null;
  /** Whether it is an upper bound. */
  readonly isEstimate: boolean;
  /** What the prompt cache should have had and did not; absent when it had all. */
  readonly cacheBreak?: {
    readonly tokens: number;
    /** US dollars beyond a cache hit; `null` when the price is unknown. */
    readonly costUsd: number | null;
    /** Sentences, the first cause first. */
    readonly reasons: readonly string[];
  };
}

/** The requests of a session in their order, without those of its subagents and of what it was forked from. */
export async function sessionUsage(
  sources: ModelSources,
  entries: readonly Entry[],
): Promise<readonly RequestUsage[]> {
  const { requests: cached } = await cachedSession(sources, entries);
  const breaks = new Map(cached.filter(({ missed }) => missed > 0).map((one) => [one.seq, one]));
  const purposes = new Map<number, EntryOf<"model-request">>();
  const found: RequestUsage[] = [];
  let forkedAt = 0;
  for (const entry of entries) {
    if (entry.kind === "session-start") forkedAt = entry.parent?.seq ?? 0;
    if (entry.kind === "model-request") purposes.set(entry.seq, entry);
    if (entry.kind !== "model-result" || entry.request <= forkedAt) continue;
    const request = purposes.get(entry.request);
    const miss = breaks.get(entry.request);
    found.push({
      seq: entry.request,
      at: request?.at ?? entry.at,
      run: entry.run,
      purpose: request?.purpose ?? "turn",
      provider: entry.provider,
      model: entry.model,
      usage: entry.usage,
      costUsd: entry.costUsd ?? null,
      isEstimate: entry.costIsEstimate === true,
      ...(miss && {
        cacheBreak: {
          tokens: miss.missed,
          costUsd: miss.missedUsd ?? null,
          reasons: miss.misses.map(({ reason }) => reason),
        },
      }),
    });
  }
  return found;
}
