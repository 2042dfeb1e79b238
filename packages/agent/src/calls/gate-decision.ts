import type { Decision, GateRequest } from "@skein/protocol";
import type { CompleteParts } from "../agent-parts.ts";

/** What the gate says. A gate that fails is a question. */
export async function gateDecision(
  { gate }: Pick<CompleteParts, "gate">,
  request: GateRequest,
  signal: AbortSignal,
): Promise<Decision> {
  try {
    return await gate.decide(request, signal);
  } catch (error) {
    signal.throwIfAborted();
    return { verdict: "ask", by: "gate", reason: `The permission check failed (${String(error)}).` };
  }
}
