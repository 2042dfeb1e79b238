import { createGate, layeredGate, parseRule, type CallKnowledge } from "@skein/permissions";
import { isConversational, type Decision, type GateRequest } from "@skein/protocol";
import type { ActiveSkill } from "@skein/extensions-builtin/skills";
import type { ModeGate } from "../mode-gate.ts";

/**
 * Denies what an active skill does not allow, whatever `gate` says; allows nothing that `gate` does not. Several active
 * skills all have to allow a call.
 */
export function skillGate(
  gate: ModeGate,
  active: () => readonly ActiveSkill[],
  knowledge: CallKnowledge,
): ModeGate {
  async function refusal(request: GateRequest, signal: AbortSignal): Promise<Decision | undefined> {
    if (isConversational(request.extension)) return undefined;
    for (const skill of active()) {
      const { verdict } = await allowanceOf(skill, knowledge).decide(request, signal);
      if (verdict !== "allow")
        return {
          verdict: "deny",
          by: skill.what,
          reason: `While the ${skill.what} is active, until the end of this run, only these tools may be used: ${skill.tools.length === 0 ? "none" : skill.tools.join(", ")}.`,
        };
    }
    return undefined;
  }
  const narrowed = layeredGate(gate, {
    async narrow(decision, request, signal) {
      if (decision.verdict === "deny") return decision;
      return (await refusal(request, signal)) ?? decision;
    },
  });
  return { ...gate, ...narrowed };
}

/** A gate that allows what the skill's rules cover. Guarded files are for the agent's own gate. */
function allowanceOf({ tools }: ActiveSkill, knowledge: CallKnowledge) {
  const rules = tools
    .filter((tool) => !("problem" in parseRule(tool)))
    .map((tool) => ({ tool, verdict: "allow" as const }));
  return createGate({ ...knowledge, mode: "approve", rules, guard: () => undefined, asksOutside: false });
}
