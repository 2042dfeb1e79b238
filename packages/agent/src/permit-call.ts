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
import { revealInput } from "./hide-secrets.ts";
import { checkInput, gateRequestOf, judge, type SoundCall } from "./judge-call.ts";
import { RunStop } from "./run-stop.ts";
import type { RunScope } from "./scope.ts";

const notStarted: ToolFailure = { kind: "interrupted", started: false, partial: "" };

/** A call that could run, and what was said of it so far. */
export interface JudgedCall {
  readonly sound: SoundCall;
  readonly decision: Decision;
  /** Set when an earlier run asked about it. */
  readonly before: Pick<OpenCall, "question" | "answer"> | undefined;
  /** For the question. */
  readonly preview: string | undefined;
}

/** With what to journal. `"open"`: the run is over, and somebody else may answer later. */
export type Permitted =
  | { readonly sound: SoundCall; readonly entries: readonly EntryBody[] }
  | Refused
  | "open";

interface Refused {
  readonly failure: ToolFailure;
  readonly entries: readonly EntryBody[];
  /** Ends the run. */
  readonly stop?: RunStop;
}

/** Lets a call through, asks whoever is there, or refuses it. */
export async function permitCall(scope: RunScope, judged: JudgedCall): Promise<Permitted> {
  const { sound, decision, before } = judged;
  if (scope.signal.aborted) return endedBefore(scope);
  const entries = [decisionEntry(sound, decision)];
  if (decision.verdict === "deny") return deny("policy", decision, entries);
  if (before?.answer) return obey(scope, sound, { answer: before.answer.answer, entries });
  if (decision.verdict === "allow") return { sound, entries };
  await scope.log.write(scope.id, ...entries);
  try {
    return await scope.questions.inTurn(async (signal) => {
      try {
        const permitted = await askAndObey(scope, judged, signal);
        if (permitted !== "open" && "stop" in permitted) scope.stop(permitted.stop);
        return permitted;
      } catch (error) {
        scope.stop(error); // before the next one is asked
        throw error;
      }
    });
  } catch (error) {
    if (scope.signal.aborted) return endedBefore(scope);
    throw error;
  }
}

/** What becomes of a call that the end of the run has kept from starting: while a question is open, nothing. */
export function endedBefore({ log }: Pick<RunScope, "log">): Refused | "open" {
  return log.transcript.openQuestions().length > 0 ? "open" : { failure: notStarted, entries: [] };
}

async function askAndObey(
  scope: RunScope,
  { sound, decision, before, preview }: JudgedCall,
  signal: AbortSignal,
): Promise<Permitted> {
  const { questions } = scope;
  const now = questions.hasRemembered() ? await judge(scope, sound) : decision;
  if (now.verdict === "deny") return deny("policy", now, [decisionEntry(sound, now)]);
  if (now.verdict === "allow") return { sound, entries: [decisionEntry(sound, now)] };
  const answer = await questions.ask({
    ...questionFor(scope, { sound, decision: now, before, preview }),
    judge: () => judge(scope, sound),
    signal,
  });
  return obey(scope, sound, { answer, entries: [] });
}

/** Leaves a question in the journal for whoever comes later; one that is there already is not asked twice. */
export function questionEntries(scope: RunScope, judged: JudgedCall): readonly EntryBody[] {
  const { question, asked } = questionFor(scope, judged);
  const decision = decisionEntry(judged.sound, judged.decision);
  return asked ? [decision] : [decision, { kind: "question", question }];
}

async function obey(
  scope: RunScope,
  asked: SoundCall,
  { answer, entries }: { readonly answer: Answer; readonly entries: readonly EntryBody[] },
): Promise<Permitted> {
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
  const { sound } = edited;
  if (answer.allow !== "once") await parts.gate.remember?.(gateRequestOf(sound, parts.cwd), answer.allow);
  return {
    sound,
    entries: [...entries, { kind: "decision", callId, verdict: "allow", by, reason: answer.allow }],
  };
}

/** What was edited is another call: it is checked again, and what is denied stays denied. */
async function editedCall(
  scope: RunScope,
  asked: SoundCall,
  edit: JsonValue | undefined,
): Promise<{ readonly sound: SoundCall } | Refused> {
  if (edit === undefined) return { sound: asked };
  const input = revealInput(scope.parts.redactor, asked.mounted.tool, edit);
  const checked = checkInput(asked.id, asked.mounted, input);
  if ("failure" in checked) return { failure: checked.failure, entries: [] };
  const again = await judge(scope, checked.sound);
  if (again.verdict === "deny") return deny("policy", again, [decisionEntry(asked, again)]);
  return { sound: checked.sound };
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

function decisionEntry({ id: callId }: SoundCall, { verdict, by, reason }: Decision): EntryBody {
  return { kind: "decision", callId, verdict, by, ...(reason === undefined ? {} : { reason }) };
}

/**
 * Shown without secrets, to people and in the journal; what is edited gets them back.
 *
 * @returns `asked` when an earlier run asked exactly this, under the same id, and nobody has answered.
 */
function questionFor(
  { parts }: RunScope,
  { sound, decision, before, preview }: JudgedCall,
): { readonly question: Question; readonly asked: EntryOf<"question"> | undefined } {
  const { id: callId, mounted, input } = sound;
  const { tool, extension } = mounted;
  const asked = before?.answer ? undefined : before?.question;
  const question: Question = parts.hide({
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
