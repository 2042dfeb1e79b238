import type { Subagent } from "@skein/runtime";
import { counted } from "../output/run-summary.ts";
import { cleanText } from "../terminal/clean-text.ts";
import { costText } from "./summary-words.ts";

/** US dollars, and whether a part of it is unknown. */
interface Spent {
  readonly costUsd: number;
  readonly hasUnknownCost: boolean;
}

/** What a session has cost together with its subagents. A session that cannot be read has cost nobody knows what. */
export function withSubagents(own: Spent, subagents: readonly Subagent[]): Spent {
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
    .reduce<Spent>(
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

/** A line each, those of a subagent below it, and what all of it has cost. */
export function* subagentTree(subagents: readonly Subagent[], total: Spent): Generator<string> {
  if (subagents.length === 0) return;
  yield "";
  yield "Subagents";
  yield* branches(subagents, "  ");
  yield `With subagents: ${costText(total)}`;
}

function* branches(subagents: readonly Subagent[], indent: string): Generator<string> {
  for (const one of subagents) {
    const { session, summary, problem, children } = one;
    const { name, state = "not begun", turns } = summary;
    const all = withSubagents(summary, children);
    const words =
      problem === undefined
        ? [
            name === undefined ? session : `${name} (${session})`,
            state,
            counted(turns, "turn"),
            costText(all),
          ]
        : [session, problem];
    yield cleanText(`${indent}${words.join(" · ").replaceAll(/\s+/g, " ")}`);
    yield* branches(children, `${indent}  `);
  }
}
