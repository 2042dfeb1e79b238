import type { Decision, GateRequest } from "@skein/protocol";
import type { RunNeeds } from "../run/run-scope.ts";
import { ruleOnCall, type RulingNeeds } from "./rule-on-call.ts";

export type JudgeNeeds = RulingNeeds & RunNeeds<never, "judge">;

/**
 * Has the judge answer what a permission mode asks about every call of its kind. Fails closed: without a ruling the
 * question stays one for a person.
 */
export async function askJudge(scope: JudgeNeeds, call: GateRequest, asked: Decision): Promise<Decision> {
  const { judge } = scope.parts;
  if (!judge || asked.verdict !== "ask" || !asked.isRoutine || !judge.modes.includes(scope.state.mode))
    return asked;
  const by = `judge ${judge.model.provider}/${judge.model.id}`;
  const { covers: pattern = [] } = asked;
  const given = await ruleOnCall(scope, { role: "judge", reviewer: judge, call, pattern });
  if (!given) return { ...asked, reason: `${asked.reason ?? ""} The ${by} gave no usable answer.`.trim() };
  const { verdict, reason } = given;
  if (verdict !== "ask") return { verdict, by, reason };
  return {
    ...asked,
    by: `${asked.by}, ${by}`,
    reason: `${asked.reason ?? ""} The judge says: ${reason}`.trim(),
  };
}
