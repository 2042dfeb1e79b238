import { extractText, type AgentEvent, oneLine } from "@skein/protocol";
import { callWords } from "./call-words.ts";
import { describeEvent } from "./describe-event.ts";
import { runSummary } from "./run-summary.ts";
import type { StyledLine } from "./styled-line.ts";
import type { ShownSubagent } from "./watch-subagents.ts";

/** What a person is told of an event of a subagent, on a line of its own that says whose it is. */
export function subagentLine(child: ShownSubagent, event: AgentEvent): Required<StyledLine> | undefined {
  const said = wordsOf(child, event);
  return said && { ...said, text: `${"  ".repeat(child.depth)}${child.label}: ${oneLine(said.text)}` };
}

function wordsOf(child: ShownSubagent, event: AgentEvent): Required<StyledLine> | undefined {
  switch (event.type) {
    case "tool-start":
      return { style: "accent", text: `● ${event.tool} ${callWords(event.input)}` };
    case "tool-end": {
      if (event.failure === undefined) return undefined;
      const [first = ""] = extractText(event.content).trim().split("\n", 1);
      return { style: "error", text: `✗ ${event.tool}: ${first}` };
    }
    case "outcome": {
      const why = event.error ? ` (${event.error.message})` : "";
      return {
        style: event.outcome === "done" ? "dim" : "error",
        text: `${subagentSummary(child, event)}${why}`,
      };
    }
    default: {
      // What is good to know of one agent is too much of many.
      const isMinor = event.type === "notice" && event.level === "info";
      const text = isMinor ? undefined : describeEvent(event);
      return text === undefined ? undefined : { style: "warning", text };
    }
  }
}

/** How a subagent ended and what it took, with all of its own. */
export function subagentSummary(
  { turns, calls }: ShownSubagent,
  event: Extract<AgentEvent, { readonly type: "outcome" }>,
): string {
  return runSummary({ ...event, turns, toolCalls: calls });
}
