import type { Entry, Purpose, Usage } from "@skein/protocol";

export interface Cost {
  /** Requests to models, including failed and unanswered ones. */
  readonly requests: number;
  /** Sums of reported counters. A counter that was never reported is absent, not 0. */
  readonly usage: Usage;
  /** US dollars, for the requests whose cost is known. */
  readonly costUsd: number;
  /** Some of it is an upper bound. */
  readonly isEstimate?: true;
  /** Whether the cost of some requests is not in `costUsd`. */
  readonly hasUnknownCost: boolean;
}

export interface Costs extends Cost {
  /** By the model that answered, or the one requested if none did. The most expensive first. */
  readonly models: readonly (Cost & { readonly provider: string; readonly model: string })[];
  /** The most expensive first. */
  readonly purposes: readonly (Cost & { readonly purpose: Purpose })[];
  /** What the parents had spent before this session was forked. Not part of the other sums. */
  readonly inherited: Cost;
}

interface Counted {
  readonly purpose: Purpose;
  readonly provider: string;
  readonly model: string;
  readonly usage?: Usage;
  readonly costUsd?: number | undefined;
  readonly costIsEstimate?: true | undefined;
}

/** The cost of a session. Rewinds and compactions do not reduce it; a fork starts at zero. */
export function costs(entries: Iterable<Entry>): Costs {
  let forkedAt = 0;
  const asked = new Map<number, Counted>();
  for (const entry of entries) {
    if (entry.kind === "session-start") forkedAt = entry.parent?.seq ?? 0;
    else if (entry.kind === "model-request") {
      const { purpose, provider, model } = entry;
      asked.set(entry.seq, { purpose, provider, model });
    } else if (entry.kind === "model-result") {
      const { request, provider, model, usage, costUsd, costIsEstimate } = entry;
      const purpose = asked.get(request)?.purpose ?? "turn";
      asked.set(request, { purpose, provider, model, usage, costUsd, costIsEstimate });
    }
  }
  const all = [...asked];
  const own = all.flatMap(([seq, counted]) => (seq > forkedAt ? [counted] : []));
  const inherited = all.flatMap(([seq, counted]) => (seq > forkedAt ? [] : [counted]));
  return {
    ...sum(own),
    models: grouped(own, ({ provider, model }) => ({ provider, model })),
    purposes: grouped(own, ({ purpose }) => ({ purpose })),
    inherited: sum(inherited),
  };
}

function grouped<Group extends object>(
  counted: readonly Counted[],
  groupOf: (one: Counted) => Group,
): readonly (Cost & Group)[] {
  const groups = Map.groupBy(counted, (one) => JSON.stringify(groupOf(one)));
  return [...groups]
    .map(([key, members]) => ({ ...(JSON.parse(key) as Group), ...sum(members) }))
    .toSorted((one, other) => other.costUsd - one.costUsd);
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
    ...(counted.some(({ costIsEstimate }) => costIsEstimate) ? { isEstimate: true } : {}),
    hasUnknownCost: counted.some(({ costUsd }) => costUsd === undefined),
  };
}
