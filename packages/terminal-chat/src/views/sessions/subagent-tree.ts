import { counted } from "@skein/protocol";
import { withSubagents, type SpentInAll } from "@skein/host/sessions";
import type { Subagent } from "@skein/sessions";
import { cleanText } from "@skein/terminal";
import { summaryCost } from "./summary-words.ts";

/** A line each, those of a subagent below it, and what all of it has cost. */
export function* subagentTree(subagents: readonly Subagent[], total: SpentInAll): Generator<string> {
  if (subagents.length === 0) return;
  yield "";
  yield "Subagents";
  yield* branches(subagents, "  ");
  yield `With subagents: ${summaryCost(total)}`;
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
            summaryCost(all),
          ]
        : [session, problem];
    yield cleanText(`${indent}${words.join(" · ").replaceAll(/\s+/g, " ")}`);
    yield* branches(children, `${indent}  `);
  }
}
