import type { Entry, EntryOf, Usage } from "@skein/protocol";

export interface Cost {
  /** Requests to models, failed and unanswered ones too. */
  readonly requests: number;
  /** Sums of what was told. A counter that nobody ever told is absent, not 0. */
  readonly usage: Usage;
  /** US dollars, summed over the requests whose cost is known. */
  readonly costUsd: number;
  /** Whether there are requests whose cost is not in `costUsd`. */
  readonly hasUnknownCost: boolean;
}

export interface Costs extends Cost {
  /** By who answered; a request without an answer counts for who was asked. The dearest first. */
  readonly models: readonly (Cost & { readonly provider: string; readonly model: string })[];
}

type Counted = Pick<EntryOf<"model-result">, "provider" | "model" | "costUsd"> & { readonly usage?: Usage };

/** What a session has cost. Rewinding and compacting give nothing back. */
export function costs(entries: Iterable<Entry>): Costs {
  const asked = new Map<number, Counted>();
  for (const entry of entries) {
    if (entry.kind === "model-request")
      asked.set(entry.seq, { provider: entry.provider, model: entry.model });
    else if (entry.kind === "model-result") asked.set(entry.request, entry);
  }
  const all = [...asked.values()];
  const byModel = Map.groupBy(all, ({ provider, model }) => JSON.stringify([provider, model]));
  const models = [...byModel.values()].flatMap((counted) => {
    const [first] = counted;
    return first ? [{ provider: first.provider, model: first.model, ...sum(counted) }] : [];
  });
  return { ...sum(all), models: models.toSorted((one, other) => other.costUsd - one.costUsd) };
}

function sum(counted: readonly Counted[]): Cost {
  const usage: { -readonly [Counter in keyof Usage]: Usage[Counter] } = {};
  for (const one of counted) {
    for (const [counter, tokens] of Object.entries(one.usage ?? {}) as [keyof Usage, number | undefined][]) {
      if (tokens !== undefined) usage[counter] = (usage[counter] ?? 0) + tokens;
    }
  }
  return {
    requests: counted.length,
    usage,
    costUsd: counted.reduce((total, { costUsd = 0 }) => total + costUsd, 0),
    hasUnknownCost: counted.some(({ costUsd }) => costUsd === undefined),
  };
}
