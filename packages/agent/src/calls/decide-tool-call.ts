import { inspectCall, type Decision } from "@skein/protocol";
import { finalOutputName } from "../run/final-output.ts";
import type { RunNeeds } from "../run/run-scope.ts";
import { adversaryInspector } from "../judge/adversary-inspector.ts";
import { askJudge, type JudgeNeeds } from "../judge/ask-judge.ts";
import { decidePlan } from "../planning/decide-plan.ts";
import { gateDecision } from "./gate-decision.ts";
import { gateRequestOf } from "./gate-request.ts";
import type { ValidToolCall } from "./validate-tool-call.ts";

export type DecisionNeeds = JudgeNeeds &
  RunNeeds<"questions" | "signal" | "state" | "log", "gate" | "inspectors" | "adversary" | "cwd">;

/**
 * What the gate, the hooks and the inspectors come to, the strictest of them. A hook that allows answers only what a
 * permission mode asks about every call of its kind. Where one of them fails, it is a question.
 */
export async function decideToolCall(scope: DecisionNeeds, call: ValidToolCall): Promise<Decision> {
  const gated = withHooks(await askGate(scope, call), call.hooked);
  const inspected = await inspect(scope, call, gated);
  // What a hook asks is for a person.
  const isForPerson = call.hooked?.verdict === "ask";
  const decision = isForPerson
    ? inspected
    : await askJudge(scope, gateRequestOf(call, scope.parts.cwd), inspected);
  const { verdict, by, unasked } = decision;
  const isDenied = verdict === "ask" && unasked !== undefined && !scope.questions.canAsk;
  return isDenied ? { verdict: "deny", by, reason: unasked } : decision;
}

/** The adversary comes last: what another inspector denies costs no request. */
async function inspect(scope: DecisionNeeds, call: ValidToolCall, decision: Decision): Promise<Decision> {
  const { parts, signal } = scope;
  const { gate, adversary, cwd } = parts;
  const inspectors = [...parts.inspectors, ...(adversary ? [adversaryInspector(scope, adversary)] : [])];
  const { name, proposesPlan, asksUser } = call.mounted.tool;
  if (inspectors.length === 0 || name === finalOutputName || proposesPlan || asksUser) return decision;
  return inspectCall(inspectors, { request: gateRequestOf(call, cwd), decision, gate, signal });
}

async function askGate(scope: DecisionNeeds, call: ValidToolCall): Promise<Decision> {
  const { parts, signal } = scope;
  const { tool } = call.mounted;
  if (tool.name === finalOutputName) return { verdict: "allow", by: "built in" };
  if (call.hooked?.verdict === "deny") return call.hooked;
  if (tool.proposesPlan) return decidePlan(scope, call.id, tool.proposesPlan);
  const decision = await gateDecision(parts, gateRequestOf(call, parts.cwd), signal);
  return tool.asksUser && decision.verdict !== "deny" ? forTheUser : decision;
}

/** Only the user answers the model's questions: no permission, hook or judge does. */
const forTheUser: Decision = { verdict: "ask", by: "the model", reason: "The model has a question." };

function withHooks(decision: Decision, hooked: Decision | undefined): Decision {
  if (hooked?.verdict === "ask" && decision.verdict === "allow") return hooked;
  if (hooked?.verdict === "allow" && decision.verdict === "ask" && decision.isRoutine) return hooked;
  return decision;
}
