import { messageOf, type GateRequest } from "@skein/protocol";
import type { RunNeeds } from "../run/run-scope.ts";
import { sendAuxiliaryRequest } from "../requests/auxiliary-request.ts";
import { judgeRequest, rulingIn } from "./judge-request.ts";
import type { Reviewer, Ruling, Rulings } from "./judge.ts";
import { userWords } from "./user-words.ts";

export type RulingNeeds = RunNeeds<
  "id" | "state" | "log" | "tally" | "emit" | "signal",
  "journal" | "session" | "budget" | "redact"
>;

export interface ReviewedCall {
  /** Keeps the rulings of several reviewers apart, and is shown to the user. */
  readonly role: "judge" | "adversary";
  readonly reviewer: Reviewer;
  readonly call: GateRequest;
  /** Permission rules that cover calls like this one; a ruling may hold for all of them. */
  readonly pattern?: readonly string[];
}

const usualTimeoutMs = 30_000;
/** Rulings that are kept for a session. */
const mostRulings = 200;

/** What a reviewer says of a call, or has said before. `undefined` when there is no ruling, whatever the reason. */
export async function ruleOnCall(scope: RulingNeeds, reviewed: ReviewedCall): Promise<Ruling | undefined> {
  const { state } = scope;
  const { role, reviewer, call, pattern: covers = [] } = reviewed;
  const head = [role, state.mode, reviewer.policy ?? "", call.tool, call.extension, call.effect, call.cwd];
  const exact = JSON.stringify([...head, call.startsAgents ?? false, call.input]);
  const pattern = covers.length === 0 ? undefined : JSON.stringify([...head, "pattern", ...covers]);
  const ofCall = JSON.stringify(["call", call.callId, exact]);
  const known = [pattern, exact, ofCall].find((key) => key !== undefined && state.rulings.has(key));
  const ruling = state.rulings.get(known ?? "") ?? requestRuling(scope, reviewed);
  if (known === undefined) keep(state.rulings, exact, ruling);
  const given = await ruling;
  if (known === undefined && given?.isForPattern && pattern !== undefined)
    keep(state.rulings, pattern, ruling);
  if (known === undefined && !given) {
    // It is not asked again about this call, and is about the next one.
    state.rulings.delete(exact);
    keep(state.rulings, ofCall, ruling);
  }
  return given;
}

function keep(rulings: Rulings, key: string, ruling: Promise<Ruling | undefined>): void {
  rulings.set(key, ruling);
  for (const oldest of rulings.keys()) {
    if (rulings.size <= mostRulings) return;
    rulings.delete(oldest);
  }
}

async function requestRuling(
  scope: RulingNeeds,
  { role, reviewer, call, pattern = [] }: ReviewedCall,
): Promise<Ruling | undefined> {
  const { parts, state, signal } = scope;
  try {
    const words = await (reviewer.userWords?.() ?? userWords(parts.journal, parts.session));
    const request = parts.redact(judgeRequest(reviewer, { call, pattern, mode: state.mode, words }));
    const answer = await sendAuxiliaryRequest(scope, {
      purpose: "judge",
      model: reviewer.model,
      request,
      signal: AbortSignal.any([signal, AbortSignal.timeout(reviewer.timeoutMs ?? usualTimeoutMs)]),
    });
    return parts.redact({ ruling: rulingIn(answer) }).ruling;
  } catch (error) {
    if (!signal.aborted)
      scope.emit({
        type: "notice",
        level: "warning",
        text: `The ${role} could not answer: ${messageOf(error)}`,
      });
    return undefined;
  }
}
