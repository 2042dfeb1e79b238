import type { Subagent } from "@skein/sessions";

/** US dollars, and whether a part of it is unknown. */
export interface SpentInAll {
  readonly costUsd: number;
  readonly hasUnknownCost: boolean;
}

/** What a session has cost together with its subagents. The cost of an unreadable session is unknown. */
export function withSubagents(own: SpentInAll, subagents: readonly Subagent[]): SpentInAll {
  return subagents
    .map(({ summary, problem, children }) =>
      withSubagents(
        {
          costUsd: summary.costUsd,
          hasUnknownCost: summary.hasUnknownCost || problem !== undefined || summary.startedAt === undefined,
        },
        children,
      ),
    )
    .reduce<SpentInAll>(
      (sum, one) => ({
        costUsd: sum.costUsd + one.costUsd,
        hasUnknownCost: sum.hasUnknownCost || one.hasUnknownCost,
      }),
      { costUsd: own.costUsd, hasUnknownCost: own.hasUnknownCost },
    );
}

export function subagentObject({ session, callId, summary, problem, children }: Subagent): object {
  const { name, state, turns, provider, model, costUsd, hasUnknownCost } = summary;
  const known = { callId, name, state, turns, provider, model, costUsd, hasUnknownCost, problem };
  return { id: session, ...known, subagents: children.map(subagentObject) };
}
