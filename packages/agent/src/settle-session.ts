import { isBroken, isFailure, type EntryBody, type ToolOutcome, type ToolResultEntry } from "@skein/protocol";
import { resultEntry } from "./answer-calls.ts";
import { revealInput } from "./hide-secrets.ts";
import { reports } from "./nudges.ts";
import { recoverCall, runCall } from "./run-call.ts";
import { checkInput } from "./judge-call.ts";
import type { RunScope } from "./scope.ts";

type OpenCall = ReturnType<RunScope["log"]["transcript"]["openCalls"]>[number];

/**
 * Brings a session that did not end by itself into order: a reply that was streaming is kept as cut off, and every
 * call without a result gets one. A call that had started is asked for its real result first; one that may be
 * repeated is run again; any other has an unknown outcome, and the model is told so. It is told too of subagents in the
 * background that can give no report any more.
 */
export async function settleSession(scope: RunScope): Promise<void> {
  const { log } = scope;
  const draft = log.transcript.draft();
  if (draft) {
    const { request, content } = draft;
    await log.write(scope.id, { kind: "assistant-message", request, content, partial: "cut-off" });
  }
  for (const child of log.takeLostChildren()) scope.inbox.report(child, reports.lost(child));
  const results = await Promise.all(log.transcript.openCalls().map((open) => settleCall(scope, open)));
  const bodies: EntryBody[] = [...results];
  if (bodies.length === 0) return;
  // Before they are written: killed in between, the user is told again rather than never.
  for (const result of results) if (result.failure?.kind === "unknown-outcome") warn(scope, result);
  await log.write(scope.id, ...bodies);
}

async function settleCall(scope: RunScope, { call, intent }: OpenCall): Promise<ToolResultEntry> {
  if (!intent) {
    return isBroken(call)
      ? resultEntry(call, { kind: "malformed-input", problem: call.problem, raw: call.raw }, 0)
      : resultEntry(call, { kind: "interrupted", started: false, partial: "" }, 0);
  }
  const { parts, context } = scope;
  const startedAt = parts.clock.now();
  const end = (outcome: ToolOutcome, recovered?: "collected" | "repeated"): ToolResultEntry => ({
    ...resultEntry(call, outcome, parts.clock.now() - startedAt),
    ...(recovered ? { recovered } : {}),
  });
  const mounted = context.current().tools.get(intent.tool);
  if (!mounted) return end({ kind: "unknown-outcome", partial: "" });
  const found = checkInput(call.id, mounted, revealInput(parts.redactor, mounted.tool, intent.input));
  if ("failure" in found) return end({ kind: "unknown-outcome", partial: "" });

  const collected = await recoverCall(scope, found.sound);
  if (collected) return end(collected, isUnknown(collected) ? undefined : "collected");
  if (intent.repeat === "safe") return end(await runCall(scope, found.sound), "repeated");
  return end({ kind: "unknown-outcome", partial: "" });
}

/** The tool knows that nobody can know. */
function isUnknown(outcome: ToolOutcome): boolean {
  return isFailure(outcome) && outcome.kind === "unknown-outcome";
}

function warn({ emit }: RunScope, { name }: ToolResultEntry): void {
  emit({
    type: "notice",
    level: "warning",
    text: `"${name}" had been started when the session was cut off, and its result is lost. The model is told to check.`,
  });
}
