import type { Answer, EntryBody, EntryOf, JsonObject, OpenCall, Question } from "@skein/protocol";
import type { RunNeeds } from "../run/run-scope.ts";
import { interruptedBeforeStart, type Authorization, type Permitted } from "./authorization.ts";
import type { ValidToolCall } from "./validate-tool-call.ts";

export type FrontendNeeds = RunNeeds<"id" | "log" | "questions" | "signal" | "stop", "ids" | "redact">;

type CallBefore = Pick<OpenCall, "question" | "answer"> | undefined;

/** The call that an earlier run asked the app for. It was permitted then, as the question says it. */
export function frontendCallIn(before: CallBefore) {
  const question = before?.question?.question;
  return question?.kind === "clarification" ? question.frontend : undefined;
}

/** What the app replied; `undefined`: nothing, or it declined. */
export function replyIn(answer: Answer | undefined): JsonObject | undefined {
  return (answer && "reply" in answer && answer.reply) || undefined;
}

/** Whether the app still has to run a call. */
export function needsFrontend({ mounted, reply }: ValidToolCall): boolean {
  return mounted.tool.isFrontend === true && reply === undefined;
}

/** Has the app run a permitted call, unless it has; other calls are returned as they are. */
export async function askFrontend(
  scope: FrontendNeeds,
  permitted: Permitted,
  before: CallBefore,
): Promise<Authorization> {
  const { valid, entries } = permitted;
  if (!needsFrontend(valid)) return permitted;
  if (entries.length > 0) await scope.log.write(scope.id, ...entries);
  try {
    return await scope.questions.inTurn(async (signal) => {
      const asking = frontendQuestion(scope, valid, before);
      const answer = await scope.questions.ask({ ...asking, decide: noDecision, signal });
      const reply = replyIn(answer);
      if (reply) return { valid: { ...valid, reply }, entries: [] };
      return { failure: { kind: "denied", by: "user", reason: reasonOf(answer) }, entries: [] };
    });
  } catch (error) {
    if (scope.signal.aborted) return interruptedBeforeStart(scope);
    throw error;
  }
}

/** Entries that leave the question in the journal, for whoever can answer it later. */
export function frontendEntries(
  scope: FrontendNeeds,
  { valid, entries }: Permitted,
  before: CallBefore,
): readonly EntryBody[] {
  const { question, asked } = frontendQuestion(scope, valid, before);
  return asked ? [] : [...entries, { kind: "question", question }];
}

export function reasonOf(answer: Answer): string {
  return "deny" in answer ? answer.deny : "The question was left unanswered.";
}

/** @returns `asked` when an earlier run asked it and it is still unanswered. */
function frontendQuestion(
  { parts }: RunNeeds<never, "ids" | "redact">,
  { id: callId, mounted, input }: ValidToolCall,
  before: CallBefore,
): { readonly question: Question; readonly asked: EntryOf<"question"> | undefined } {
  const asked = before?.question;
  if (asked && !before.answer && frontendCallIn(before)) return { question: asked.question, asked };
  const { name: tool } = mounted.tool;
  const extension = mounted.extension.name;
  const text = `The app that has the extension ${extension} runs ${tool} ${JSON.stringify(input)}. What is the result?`;
  const question: Question = parts.redact({
    id: parts.ids(),
    kind: "clarification",
    callId,
    extension,
    questions: [{ question: text }],
    frontend: { tool, input },
  });
  return { question, asked: undefined };
}

/** No other answer covers it. */
const noDecision = () => Promise.reject(new Error("only the app replies"));
