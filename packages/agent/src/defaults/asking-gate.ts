import type { Gate, GateRequest } from "@skein/protocol";

/**
 * Allows tools that only read and start no agents, and asks for everything else. Remembers answers for the
 * agent's lifetime.
 */
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
        isRoutine: true,
        reason: `"${request.tool}" ${request.startsAgents ? "may start other agents" : "may change things"}.`,
      };
    },
    grants: (request) => ({ isAnswered: allowed.has(keyOf(request)), rules: [] }),
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

/** An answer covers exactly the call that was shown, not the tool. */
function keyOf({ extension, tool, input, cwd }: GateRequest): string {
  return JSON.stringify([extension, tool, input, cwd]);
}
