import type { Decision } from "@skein/protocol";
import { finalOutputName } from "../loop/final-output.ts";
import type { RunNeeds } from "../loop/run-scope.ts";
import { gateRequestOf } from "./gate-request.ts";
import type { ValidToolCall } from "./validate-tool-call.ts";

export type DecisionNeeds = RunNeeds<"questions" | "signal", "hooks" | "redact" | "gate" | "cwd">;

/** Applies hooks, which can only deny, then the gate. If one of them throws, the call needs approval. */
export async function decideToolCall(scope: DecisionNeeds, call: ValidToolCall): Promise<Decision> {
  const decision = await applyHooksAndGate(scope, call);
  const { verdict, by, unasked } = decision;
  const isDenied = verdict === "ask" && unasked !== undefined && !scope.questions.canAsk;
  return isDenied ? { verdict: "deny", by, reason: unasked } : decision;
}

async function applyHooksAndGate({ parts, signal }: DecisionNeeds, call: ValidToolCall): Promise<Decision> {
  if (call.mounted.tool.name === finalOutputName) return { verdict: "allow", by: "built in" };
  const request = gateRequestOf(call, parts.cwd);
  try {
    const denied = await parts.hooks.beforeTool?.(parts.redact(request), signal);
    if (denied !== undefined) return { verdict: "deny", by: "hook", reason: denied };
    return await parts.gate.decide(request, signal);
  } catch (error) {
    signal.throwIfAborted();
    return { verdict: "ask", by: "gate", reason: `The permission check failed (${String(error)}).` };
  }
}
