import type { AgentEvent } from "./operations.ts";

/** How far a subagent is. */
export interface SubagentState {
  /** The call that started it. */
  readonly callId: string;
  /** Its session, which can be opened by itself. */
  readonly session: string;
  /** `running`, `asks`, or its outcome. */
  readonly state: string;
  /** The tool that it runs. */
  readonly tool: string | null;
  /** What it has said last. */
  readonly text: string;
}

/** Folds events of subagents, also of subagents of those. @returns those whose event changes what is shown of one. */
export function subagentStates(): (event: AgentEvent) => SubagentState | undefined {
  const known = new Map<string, SubagentState>();

  function changed(callId: string, change: Partial<SubagentState>): SubagentState | undefined {
    const before = known.get(callId);
    if (!before) return undefined;
    const after = { ...before, ...change };
    known.set(callId, after);
    return after;
  }

  return (event) => {
    if (event.type === "child") {
      const { callId, child: session } = event;
      known.set(callId, { callId, session, state: "running", tool: null, text: "" });
      return known.get(callId);
    }
    const callId = event.path.at(-1) ?? "";
    switch (event.type) {
      case "tool-start":
        return changed(callId, { state: "running", tool: event.tool });
      case "tool-end":
        return changed(callId, { tool: null });
      case "question":
        return changed(callId, { state: "asks" });
      case "answered":
        return changed(callId, { state: "running" });
      case "message":
        return changed(callId, {
          text: event.content.map((part) => (part.type === "text" ? part.text : "")).join(""),
        });
      case "outcome":
        return changed(callId, { state: event.outcome, tool: null });
      default:
        return undefined;
    }
  };
}
