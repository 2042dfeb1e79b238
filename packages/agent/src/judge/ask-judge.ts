import { messageOf, type Decision, type GateRequest } from "@skein/protocol";
import type { RunNeeds } from "../loop/run-scope.ts";
import { sendAuxiliaryRequest } from "../requests/auxiliary-request.ts";
import { judgeRequest, rulingIn } from "./judge-request.ts";
import type { Judge, Ruling, Rulings } from "./judge.ts";
import { userWords } from "./user-words.ts";

export type JudgeNeeds = RunNeeds<
  "id" | "state" | "log" | "tally" | "emit" | "signal",
  "judge" | "journal" | "session" | "budget" | "redact"
>;

const usualTimeoutMs = 30_000;
/** Rulings that are kept for a session. */
const mostRulings = 200;

/**
 * Has the judge answer what a permission mode asks about every call of its kind. Fails closed: without a ruling the
 * question stays one for a person.
 */
export async function askJudge(scope: JudgeNeeds, call: GateRequest, asked: Decision): Promise<Decision> {
  const { judge } = scope.parts;
  const { state } = scope;
  if (!judge || asked.verdict !== "ask" || !asked.isRoutine || !judge.modes.includes(state.mode))
    return asked;
  const by = `judge ${judge.model.provider}/${judge.model.id}`;
  const { covers = [] } = asked;
  const head = [state.mode, judge.policy ?? "", call.tool, call.extension, call.effect, call.cwd];
  const exact = JSON.stringify([...head, call.startsAgents ?? false, call.input]);
  const pattern = covers.length === 0 ? undefined : JSON.stringify([...head, "pattern", ...covers]);
  const ofCall = JSON.stringify(["call", call.callId, exact]);
  const known = [pattern, exact, ofCall].find((key) => key !== undefined && state.rulings.has(key));
  const ruling = state.rulings.get(known ?? "") ?? ruleOn(scope, judge, call, covers);
  if (known === undefined) keep(state.rulings, exact, ruling);
  const given = await ruling;
  if (known === undefined && given?.isForPattern && pattern !== undefined)
    keep(state.rulings, pattern, ruling);
  if (known === undefined && !given) {
    // It is not asked again about this call, and is about the next one.
    state.rulings.delete(exact);
    keep(state.rulings, ofCall, ruling);
  }
  if (!given) return { ...asked, reason: `${asked.reason ?? ""} The ${by} gave no usable answer.`.trim() };
  const { verdict, reason } = given;
  if (verdict !== "ask") return { verdict, by, reason };
  return {
    ...asked,
    by: `${asked.by}, ${by}`,
    reason: `${asked.reason ?? ""} The judge says: ${reason}`.trim(),
  };
}

function keep(rulings: Rulings, key: string, ruling: Promise<Ruling | undefined>): void {
  rulings.set(key, ruling);
  for (const oldest of rulings.keys()) {
    if (rulings.size <= mostRulings) return;
    rulings.delete(oldest);
  }
}

/** `undefined` when there is no ruling, whatever the reason. Rejects only with the reason of the run's signal. */
async function ruleOn(
  scope: JudgeNeeds,
  judge: Judge,
  call: GateRequest,
  pattern: readonly string[],
): Promise<Ruling | undefined> {
  const { parts, state, signal } = scope;
  try {
    const words = await (judge.userWords?.() ?? userWords(parts.journal, parts.session));
    const request = parts.redact(judgeRequest(judge, { call, pattern, mode: state.mode, words }));
    const answer = await sendAuxiliaryRequest(scope, {
      purpose: "judge",
      model: judge.model,
      request,
      signal: AbortSignal.any([signal, AbortSignal.timeout(judge.timeoutMs ?? usualTimeoutMs)]),
    });
    return parts.redact({ ruling: rulingIn(answer) }).ruling;
  } catch (error) {
    if (!signal.aborted)
      scope.emit({
        type: "notice",
        level: "warning",
        text: `The judge could not answer: ${messageOf(error)}`,
      });
    return undefined;
  }
}
