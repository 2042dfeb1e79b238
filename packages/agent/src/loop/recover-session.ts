import { isBroken, isFailure, type OpenCall, type ToolOutcome, type ToolResultEntry } from "@skein/protocol";
import type { ExecutionNeeds } from "../calls/execute-tool-calls.ts";
import { replyIn } from "../calls/ask-frontend.ts";
import { emitToolResults, resultEntry } from "../calls/tool-result-entry.ts";
import { restoreInput } from "../session/redact-secrets.ts";
import { declinedByMessage } from "../run/nudges.ts";
import { resumeChildren } from "./resume-children.ts";
import { recoverToolCall, runToolCall, type RanCall } from "../calls/run-tool-call.ts";
import { validateInput } from "../calls/validate-tool-call.ts";
import type { RunNeeds } from "../run/run-scope.ts";
import type { RunStop } from "../run-stop.ts";
import { emitCutOff } from "../replies/send-request.ts";
import { loadExecuteToolCalls } from "../later.ts";

type RecoveryNeeds = ExecutionNeeds & RunNeeds<"inbox" | "tally">;

/**
 * Recovers a session that was cut off: keeps a partial reply as cut off, and gives every open call a result.
 * For a call that had started, the tool is first asked for the real result; failing that, a call that is
 * safe to repeat is run again, and any other gets an unknown outcome that the model reads. Background subagents
 * are resumed: see `resumeChildren`.
 *
 * Calls that wait for approval are resumed: see `resumeReply`. A call whose subagent still waits for an answer stays
 * open, and ends the run; a new message ends the call instead.
 *
 * @param hasInput - whether the user sent a new message.
 */
export async function recoverSession(scope: RecoveryNeeds, hasInput: boolean): Promise<void> {
  const { log } = scope;
  const draft = log.transcript.draft();
  if (draft) {
    const { request, content } = draft;
    const cutOff = { kind: "assistant-message", request, content, partial: "cut-off" } as const;
    emitCutOff(scope.emit, await log.write(scope.id, cutOff));
  }
  const open = log.transcript.openCalls();
  const waiting = waitingCalls(open);
  const ends = await Promise.all(
    open.filter((one) => !waiting.includes(one)).map((one) => closeOpenCall(scope, one)),
  );
  const isWaiting = ({ waits }: ClosedCall): boolean => waits !== undefined && !hasInput;
  const results = ends.filter((end) => !isWaiting(end)).map(({ result }) => result);
  // Before they are written: if the process is killed in between, the user is warned twice rather than never.
  for (const result of results) if (result.failure?.kind === "unknown-outcome") warn(scope, result);
  if (results.length > 0) emitToolResults(scope.emit, await log.write(scope.id, ...results));
  const stop = ends.find(isWaiting)?.waits;
  if (stop) throw stop;
  await resumeChildren(scope, hasInput);
  if (waiting.length > 0) await resumeReply(scope, waiting, hasInput);
}

/** The calls that have not started, of a reply that asked for approval. */
function waitingCalls(open: readonly OpenCall[]): readonly OpenCall[] {
  const calls = open.filter(({ intent }) => !intent);
  return calls.some(({ question }) => question) ? calls : [];
}

/**
 * Runs approved calls, fails denied ones, and asks again about the rest. A new message from the user declines
 * them all, unless every question had been answered.
 */
async function resumeReply(
  scope: RecoveryNeeds,
  waiting: readonly OpenCall[],
  hasInput: boolean,
): Promise<void> {
  const { log, tally } = scope;
  if (hasInput && log.transcript.openQuestions().length > 0) {
    emitToolResults(scope.emit, await log.write(scope.id, ...waiting.map(declined)));
    return;
  }
  tally.addCalls(waiting.length);
  const { executeToolCalls } = await loadExecuteToolCalls();
  await executeToolCalls(
    scope,
    waiting.map(({ call }) => call),
    "tool-calls", // a reply that ended any other way never asks for approval
  );
}

function declined({ call, question, answer }: OpenCall): ToolResultEntry {
  if (!question || (answer && "allow" in answer.answer))
    return resultEntry(call, { kind: "interrupted", started: false, partial: "" }, 0);
  const reason = answer && "deny" in answer.answer ? answer.answer.deny : declinedByMessage;
  return resultEntry(call, { kind: "denied", by: "user", reason }, 0);
}

/** The end of an open call. */
interface ClosedCall {
  readonly result: ToolResultEntry;
  /** Set when a subagent of the call still waits for an answer. */
  readonly waits?: RunStop | undefined;
}

async function closeOpenCall(scope: RecoveryNeeds, { call, intent, answer }: OpenCall): Promise<ClosedCall> {
  if (!intent) {
    const failure = isBroken(call)
      ? ({ kind: "malformed-input", problem: call.problem, raw: call.raw } as const)
      : ({ kind: "interrupted", started: false, partial: "" } as const);
    return { result: resultEntry(call, failure, 0) };
  }
  const { parts, context } = scope;
  const startedAt = parts.clock.now();
  const end = ({ outcome, waits }: RanCall, recovered?: "collected" | "repeated"): ClosedCall => ({
    result: {
      ...resultEntry(call, outcome, parts.clock.now() - startedAt),
      ...(recovered ? { recovered } : {}),
    },
    waits,
  });
  const unknown: RanCall = { outcome: { kind: "unknown-outcome", partial: "" } };
  const mounted = context.current().tools.get(intent.tool);
  if (!mounted) return end(unknown);
  const found = validateInput(call.id, mounted, restoreInput(parts.redactor, mounted.tool, intent.input));
  if ("failure" in found) return end(unknown);

  const reply = mounted.tool.isFrontend && replyIn(answer?.answer);
  const valid = { ...found.valid, ...(reply ? { reply } : {}) };
  const collected = await recoverToolCall(scope, valid);
  if (collected) return end(collected, isUnknown(collected.outcome) ? undefined : "collected");
  if (intent.repeat === "safe") return end(await runToolCall(scope, valid), "repeated");
  return end(unknown);
}

/** The tool itself reports that the outcome cannot be known. */
function isUnknown(outcome: ToolOutcome): boolean {
  return isFailure(outcome) && outcome.kind === "unknown-outcome";
}

function warn({ emit }: RunNeeds<"emit">, { name }: ToolResultEntry): void {
  emit({
    type: "notice",
    level: "warning",
    text: `"${name}" was running when the session was cut off, and its result is lost. The model is told to check.`,
  });
}
