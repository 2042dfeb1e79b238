import type {
  Answer,
  Decision,
  EntryBody,
  EntryOf,
  JsonValue,
  OpenCall,
  Question,
  ToolFailure,
} from "@skein/protocol";
import { restoreInput } from "../session/redact-secrets.ts";
import { decideToolCall, type DecisionNeeds } from "./decide-tool-call.ts";
import { gateRequestOf } from "./gate-request.ts";
import { validateInput, type ValidToolCall } from "./validate-tool-call.ts";
import { RunStop } from "../loop/run-stop.ts";
import type { RunNeeds } from "../loop/run-scope.ts";

export type AuthorizationNeeds = DecisionNeeds & RunNeeds<"id" | "log" | "stop", "redactor" | "ids">;

const notStarted: ToolFailure = { kind: "interrupted", started: false, partial: "" };

/** A call that could run, and what was said of it so far. */
export interface DecidedCall {
  readonly valid: ValidToolCall;
  readonly decision: Decision;
  /** Set when an earlier run asked about it. */
  readonly before: Pick<OpenCall, "question" | "answer"> | undefined;
  /** For the question. */
  readonly preview: string | undefined;
}

/** With what to journal. `"open"`: the run is over, and somebody else may answer later. */
export type Authorization =
  | { readonly valid: ValidToolCall; readonly entries: readonly EntryBody[] }
  | Refused
  | "open";

interface Refused {
  readonly failure: ToolFailure;
  readonly entries: readonly EntryBody[];
  /** Ends the run. */
  readonly stop?: RunStop;
}

/** Lets a call through, asks whoever is there, or refuses it. */
export async function authorizeToolCall(
  scope: AuthorizationNeeds,
  decided: DecidedCall,
): Promise<Authorization> {
  const { valid, decision, before } = decided;
  if (scope.signal.aborted) return interruptedBeforeStart(scope);
  const entries = [decisionEntry(valid, decision)];
  if (decision.verdict === "deny") return deny("policy", decision, entries);
  if (before?.answer) return applyAnswer(scope, valid, { answer: before.answer.answer, entries });
  if (decision.verdict === "allow") return { valid, entries };
  await scope.log.write(scope.id, ...entries);
  try {
    return await scope.questions.inTurn(async (signal) => {
      try {
        const authorized = await askForApproval(scope, decided, signal);
        if (authorized !== "open" && "stop" in authorized) scope.stop(authorized.stop);
        return authorized;
      } catch (error) {
        scope.stop(error); // before the next one is asked
        throw error;
      }
    });
  } catch (error) {
    if (scope.signal.aborted) return interruptedBeforeStart(scope);
    throw error;
  }
}

/** What becomes of a call that the end of the run has kept from starting: while a question is open, nothing. */
export function interruptedBeforeStart({ log }: RunNeeds<"log">): Refused | "open" {
  return log.transcript.openQuestions().length > 0 ? "open" : { failure: notStarted, entries: [] };
}

async function askForApproval(
  scope: AuthorizationNeeds,
  { valid, decision, before, preview }: DecidedCall,
  signal: AbortSignal,
): Promise<Authorization> {
  const { questions } = scope;
  const now = questions.hasRemembered() ? await decideToolCall(scope, valid) : decision;
  if (now.verdict === "deny") return deny("policy", now, [decisionEntry(valid, now)]);
  if (now.verdict === "allow") return { valid, entries: [decisionEntry(valid, now)] };
  const answer = await questions.ask({
    ...questionFor(scope, { valid, decision: now, before, preview }),
    decide: () => decideToolCall(scope, valid),
    signal,
  });
  return applyAnswer(scope, valid, { answer, entries: [] });
}

/** Leaves a question in the journal for whoever comes later; one that is there already is not asked twice. */
export function questionEntries(scope: AuthorizationNeeds, decided: DecidedCall): readonly EntryBody[] {
  const { question, asked } = questionFor(scope, decided);
  const decision = decisionEntry(decided.valid, decided.decision);
  return asked ? [decision] : [decision, { kind: "question", question }];
}

async function applyAnswer(
  scope: AuthorizationNeeds,
  asked: ValidToolCall,
  { answer, entries }: { readonly answer: Answer; readonly entries: readonly EntryBody[] },
): Promise<Authorization> {
  const { parts } = scope;
  const callId = asked.id;
  const by = "user";
  if (!("allow" in answer)) {
    const reason = "deny" in answer ? answer.deny : "The question was left unanswered.";
    const stop = "deny" in answer && answer.stop === true;
    const denied: EntryBody = { kind: "decision", callId, verdict: "deny", by, reason };
    return deny("user", { by, reason, stop }, [...entries, denied]);
  }
  const edited = await editedCall(scope, asked, answer.input);
  if ("failure" in edited) return { ...edited, entries: [...entries, ...edited.entries] };
  const { valid } = edited;
  if (answer.allow !== "once") await parts.gate.remember?.(gateRequestOf(valid, parts.cwd), answer.allow);
  return {
    valid,
    entries: [...entries, { kind: "decision", callId, verdict: "allow", by, reason: answer.allow }],
  };
}

/** What was edited is another call: it is checked again, and what is denied stays denied. */
async function editedCall(
  scope: AuthorizationNeeds,
  asked: ValidToolCall,
  edit: JsonValue | undefined,
): Promise<{ readonly valid: ValidToolCall } | Refused> {
  if (edit === undefined) return { valid: asked };
  const input = restoreInput(scope.parts.redactor, asked.mounted.tool, edit);
  const checked = validateInput(asked.id, asked.mounted, input);
  if ("failure" in checked) return { failure: checked.failure, entries: [] };
  const again = await decideToolCall(scope, checked.valid);
  if (again.verdict === "deny") return deny("policy", again, [decisionEntry(asked, again)]);
  return { valid: checked.valid };
}

function deny(
  by: "user" | "policy",
  {
    reason = "",
    stop,
    by: ruler,
  }: { readonly reason?: string; readonly stop?: boolean; readonly by: string },
  entries: readonly EntryBody[],
): Refused {
  const denied = { failure: { kind: "denied", by, reason }, entries } as const;
  if (!stop) return denied;
  const message = reason || `A call was denied by ${ruler}.`;
  return { ...denied, stop: new RunStop("denied", { code: "denied", message }) };
}

function decisionEntry({ id: callId }: ValidToolCall, { verdict, by, reason }: Decision): EntryBody {
  return { kind: "decision", callId, verdict, by, ...(reason === undefined ? {} : { reason }) };
}

/**
 * Shown without secrets, to people and in the journal; what is edited gets them back.
 *
 * @returns `asked` when an earlier run asked exactly this, under the same id, and nobody has answered.
 */
function questionFor(
  { parts }: RunNeeds<never, "redact" | "ids">,
  { valid, decision, before, preview }: DecidedCall,
): { readonly question: Question; readonly asked: EntryOf<"question"> | undefined } {
  const { id: callId, mounted, input } = valid;
  const { tool, extension } = mounted;
  const asked = before?.answer ? undefined : before?.question;
  const question: Question = parts.redact({
    id: asked?.question.id ?? parts.ids(),
    kind: "approval",
    callId,
    tool: tool.name,
    extension: extension.name,
    effect: tool.effect,
    input,
    reason: decision.reason ?? `Asked by ${decision.by}.`,
    ...(preview === undefined ? {} : { preview }),
  });
  if (!asked) return { question, asked };
  const isSame = JSON.stringify(question) === JSON.stringify(asked.question);
  return isSame ? { question, asked } : { question: { ...question, id: parts.ids() }, asked: undefined };
}
