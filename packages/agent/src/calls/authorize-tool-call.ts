import {
  isJsonObject,
  type Answer,
  type Clarification,
  type Decision,
  type EntryBody,
  type EntryOf,
  type JsonObject,
  type JsonValue,
  type OpenCall,
  type Question,
  type Tool,
} from "@skein/protocol";
import { acceptPlan, type AcceptanceNeeds } from "../planning/accept-plan.ts";
import { restoreInput, type Redact } from "../session/redact-secrets.ts";
import { interruptedBeforeStart, type Authorization, type Refused } from "./authorization.ts";
import { hooksDeny, type ToolHookNeeds } from "./apply-tool-hooks.ts";
import { decideToolCall, type DecisionNeeds } from "./decide-tool-call.ts";
import { frontendCallIn, reasonOf, replyIn } from "./ask-frontend.ts";
import { gateRequestOf } from "./gate-request.ts";

import { validateInput, type ValidToolCall } from "./validate-tool-call.ts";
import { RunStop } from "../run-stop.ts";
import type { RunNeeds } from "../run/run-scope.ts";

export type AuthorizationNeeds = DecisionNeeds &
  ToolHookNeeds &
  AcceptanceNeeds &
  RunNeeds<"id" | "log" | "stop", "redactor" | "redact" | "ids">;

/** A valid call with the gate's decision, and any earlier question and answer about it. */
export interface DecidedCall {
  readonly valid: ValidToolCall;
  readonly decision: Decision;
  /** Set when an earlier run asked for approval. */
  readonly before: Pick<OpenCall, "question" | "answer"> | undefined;
  /** Shown with the approval question. */
  readonly preview: string | undefined;
}

/** Allows a call, asks for approval, or denies it. */
export async function authorizeToolCall(
  scope: AuthorizationNeeds,
  decided: DecidedCall,
): Promise<Authorization> {
  const { valid, decision, before } = decided;
  if (scope.signal.aborted) return interruptedBeforeStart(scope);
  const entries = [decisionEntry(valid, decision)];
  if (decision.verdict === "deny") return deny("policy", decision, entries);
  const frontend = frontendCallIn(before);
  if (frontend) {
    const asked = await editedCall(scope, valid, frontend.input);
    if ("failure" in asked) return { ...asked, entries: [...entries, ...asked.entries] };
    if (!before?.answer) return { ...asked, entries };
    const { answer } = before.answer;
    const reply = replyIn(answer);
    if (reply) return { valid: { ...asked.valid, reply }, entries };
    return deny("user", { by: "user", reason: reasonOf(answer) }, entries);
  }
  if (before?.answer) return applyAnswer(scope, valid, { answer: before.answer.answer, decision, entries });
  if (decision.verdict === "allow") return { valid, entries };
  await scope.log.write(scope.id, ...entries);
  try {
    return await scope.questions.inTurn(async (signal) => {
      try {
        const authorized = await askForApproval(scope, decided, signal);
        if (authorized !== "open" && "stop" in authorized) scope.stop(authorized.stop);
        return authorized;
      } catch (error) {
        scope.stop(error); // before the next question is asked
        throw error;
      }
    });
  } catch (error) {
    if (scope.signal.aborted) return interruptedBeforeStart(scope);
    throw error;
  }
}

async function askForApproval(
  scope: AuthorizationNeeds,
  { valid, decision, before, preview }: DecidedCall,
  signal: AbortSignal,
): Promise<Authorization> {
  const { questions } = scope;
  const isOutdated = questions.hasRemembered() || valid.mounted.tool.proposesPlan !== undefined;
  const now = isOutdated ? await decideToolCall(scope, valid) : decision;
  if (now.verdict === "deny") return deny("policy", now, [decisionEntry(valid, now)]);
  if (now.verdict === "allow") return { valid, entries: [decisionEntry(valid, now)] };
  const answer = await questions.ask({
    ...questionFor(scope, { valid, decision: now, before, preview }),
    decide: () => decideToolCall(scope, valid),
    signal,
  });
  return applyAnswer(scope, valid, { answer, decision: now, entries: [] });
}

/** Entries that leave an open question in the journal; a question that is already there is not repeated. */
export function questionEntries(scope: AuthorizationNeeds, decided: DecidedCall): readonly EntryBody[] {
  const { question, asked } = questionFor(scope, decided);
  const decision = decisionEntry(decided.valid, decided.decision);
  return asked ? [decision] : [decision, { kind: "question", question }];
}

async function applyAnswer(
  scope: AuthorizationNeeds,
  asked: ValidToolCall,
  {
    answer,
    decision,
    entries,
  }: { readonly answer: Answer; readonly decision: Decision; readonly entries: readonly EntryBody[] },
): Promise<Authorization> {
  const { parts } = scope;
  const callId = asked.id;
  const by = "user";
  if (asked.mounted.tool.asksUser && "reply" in answer && answer.reply !== null) {
    const replied = await editedCall(scope, asked, withAnswers(asked.input, answer.reply));
    if ("failure" in replied) return { ...replied, entries: [...entries, ...replied.entries] };
    return {
      ...replied,
      entries: [...entries, { kind: "decision", callId, verdict: "allow", by, reason: "answered" }],
    };
  }
  if (!("allow" in answer)) {
    const reason = reasonOf(answer);
    const stop = "deny" in answer && answer.stop === true;
    const denied: EntryBody = { kind: "decision", callId, verdict: "deny", by, reason };
    return deny("user", { by, reason, stop }, [...entries, denied]);
  }
  const edited = await editedCall(scope, asked, answer.input);
  if ("failure" in edited) return { ...edited, entries: [...entries, ...edited.entries] };
  const { valid } = edited;
  const { proposesPlan } = valid.mounted.tool;
  const allowed: EntryBody = { kind: "decision", callId, verdict: "allow", by, reason: answer.allow };
  if (proposesPlan) {
    const accepted = acceptPlan(scope, proposesPlan, { callId, answer });
    return { valid, entries: [...entries, allowed, ...accepted] };
  }
  if (answer.allow !== "once") {
    const request = gateRequestOf(valid, parts.cwd);
    // What is remembered for always is stored with the input.
    const isSecret = answer.allow === "always" && holdsSecret(parts.redact, valid.input);
    const reach = isSecret ? "session" : answer.allow;
    await parts.gate.remember?.(decision.isExact ? { ...request, isExact: true } : request, reach);
    if (isSecret) return { valid, entries: [...entries, allowed, notRemembered] };
  }
  return { valid, entries: [...entries, allowed] };
}

const notRemembered: EntryBody = {
  kind: "notice",
  audience: "user",
  level: "info",
  text: "The answer holds for this session only: the call contains a secret, which is not stored.",
};

function holdsSecret(redact: Redact, input: JsonValue): boolean {
  return JSON.stringify(redact(input)) !== JSON.stringify(input);
}

/** The answers of the model itself, if it has given any, are not the user's. */
function withAnswers(input: JsonValue, reply: JsonObject): JsonValue {
  return { ...(isJsonObject(input) ? input : {}), answers: reply["answers"] ?? [] };
}

/** An edited input makes another call: it is validated and decided again, and can still be denied. */
async function editedCall(
  scope: AuthorizationNeeds,
  asked: ValidToolCall,
  edit: JsonValue | undefined,
): Promise<{ readonly valid: ValidToolCall } | Refused> {
  if (edit === undefined) return { valid: asked };
  const input = restoreInput(scope.parts.redactor, asked.mounted.tool, edit);
  const checked = validateInput(asked.id, asked.mounted, input);
  if ("failure" in checked) return { failure: checked.failure, entries: [] };
  const hooked = await hooksDeny(scope, checked.valid);
  const again = await decideToolCall(scope, hooked);
  if (again.verdict === "deny") return deny("policy", again, [decisionEntry(asked, again)]);
  return { valid: checked.valid };
}

function deny(
  by: "user" | "policy",
  {
    reason = "",
    stop,
    by: decidedBy,
  }: { readonly reason?: string; readonly stop?: boolean; readonly by: string },
  entries: readonly EntryBody[],
): Refused {
  const denied = { failure: { kind: "denied", by, reason }, entries } as const;
  if (!stop) return denied;
  const message = reason || `A call was denied by ${decidedBy}.`;
  return { ...denied, stop: new RunStop("denied", { code: "denied", message }) };
}

/** Names the hook that has changed the input, where no one has more to say. */
function decisionEntry(
  { id: callId, input, rewrittenBy }: ValidToolCall,
  { verdict, by, reason }: Decision,
): EntryBody {
  const why = reason ?? (rewrittenBy === undefined ? undefined : `The ${rewrittenBy} changed the input.`);
  return {
    kind: "decision",
    callId,
    verdict,
    by,
    ...(why === undefined ? {} : { reason: why }),
    ...(rewrittenBy === undefined ? {} : { input }),
  };
}

/**
 * The question is redacted for people and the journal; secrets are restored in an edited input.
 *
 * @returns `asked` when an earlier run asked exactly this question and it is still unanswered.
 */
function questionFor(
  { parts }: RunNeeds<never, "redact" | "ids">,
  { valid, decision, before, preview }: DecidedCall,
): { readonly question: Question; readonly asked: EntryOf<"question"> | undefined } {
  const { id: callId, mounted, input } = valid;
  const { tool, extension } = mounted;
  const asked = before?.answer ? undefined : before?.question;
  const head = { id: asked?.question.id ?? parts.ids(), callId, extension: extension.name };
  const question: Question = parts.redact(
    tool.asksUser
      ? { ...head, kind: "clarification", questions: questionsIn(input) }
      : tool.proposesPlan
        ? { ...head, kind: "plan", plan: planIn(input), modes: tool.proposesPlan.next }
        : {
            ...head,
            kind: "approval",
            tool: tool.name,
            effect: tool.effect,
            input,
            reason: reasonFor(decision, tool),
            by: decision.by,
            ...(decision.covers === undefined ? {} : { covers: decision.covers }),
            ...(preview === undefined ? {} : { preview }),
          },
  );
  if (!asked) return { question, asked };
  const isSame = JSON.stringify(question) === JSON.stringify(asked.question);
  return isSame ? { question, asked } : { question: { ...question, id: parts.ids() }, asked: undefined };
}

function reasonFor({ reason, by }: Decision, { claims }: Tool): string {
  const why = reason ?? `Asked by ${by}.`;
  return claims === undefined ? why : `${why} Its server claims: ${claims}.`;
}

function questionsIn(input: JsonValue): readonly Clarification[] {
  const questions = isJsonObject(input) ? input["questions"] : undefined;
  const isRead = Array.isArray(questions) && questions.length > 0 && questions.every(isClarification);
  return isRead ? questions : [{ question: JSON.stringify(input) }];
}

function isClarification(value: JsonValue): value is JsonObject & Clarification {
  if (!isJsonObject(value) || typeof value["question"] !== "string") return false;
  const { options, multiple } = value;
  const areTexts =
    options === undefined || (Array.isArray(options) && options.every((one) => typeof one === "string"));
  return areTexts && (multiple === undefined || typeof multiple === "boolean");
}

function planIn(input: JsonValue): string {
  const plan = isJsonObject(input) ? input["plan"] : undefined;
  return typeof plan === "string" ? plan : JSON.stringify(input);
}
