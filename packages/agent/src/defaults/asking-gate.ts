import type { Gate, GateRequest } from "@skein/protocol";

/** Lets tools pass that only read and start no other agents, and asks for everything else; what was allowed for longer is kept for the agent. */
export function askingGate(): Gate {
  const allowed = new Set<string>();
  const listeners = new Set<() => void | Promise<void>>();
  return {
    decide(request) {
      if (request.effect === "reads" && !request.startsAgents)
        return { verdict: "allow", by: "default: it only reads" };
      if (allowed.has(keyOf(request))) return { verdict: "allow", by: "your answer in this session" };
      return {
        verdict: "ask",
        by: "default",
        reason: `"${request.tool}" ${request.startsAgents ? "may start other agents" : "may change things"}.`,
      };
    },
    async remember(request) {
      if (allowed.has(keyOf(request))) return;
      allowed.add(keyOf(request));
      await Promise.all([...listeners].map(async (listener) => listener()));
    },
    onRemembered(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The very call, not the tool: an answer covers what was shown. */
function keyOf({ extension, tool, input, cwd }: GateRequest): string {
  return JSON.stringify([extension, tool, input, cwd]);
}
