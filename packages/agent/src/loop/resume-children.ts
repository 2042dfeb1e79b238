import { isFailure, type EntryOf } from "@skein/protocol";
import { recoverToolCall, type RunToolNeeds } from "../calls/run-tool-call.ts";
import { validateInput } from "../calls/validate-tool-call.ts";
import { restoreInput } from "../session/redact-secrets.ts";
import { reports } from "../run/nudges.ts";
import type { RunNeeds } from "../run/run-scope.ts";

type ResumeNeeds = RunToolNeeds & RunNeeds<"inbox" | "context">;

/**
 * Resumes the background subagents of earlier runs that had not finished: those that were cut off with the session, and those
 * that waited for an answer. Their calls have a result, so the tool is asked again for each subagent's call. The model is
 * told about those that were cut off and cannot be resumed.
 *
 * @param hasInput - whether the user sent a new message: then none is resumed.
 */
export async function resumeChildren(scope: ResumeNeeds, hasInput: boolean): Promise<void> {
  const { log, inbox, children } = scope;
  const lost = log.takeLostChildren();
  const waiting = log.waitingChildren().filter((child) => !lost.includes(child));
  for (const child of [...lost, ...(hasInput ? [] : waiting)]) {
    if (children.isKnown(child)) continue; // its call was open, and has been recovered
    const isResumed = !hasInput && (await resumeChild(scope, child));
    if (!isResumed && lost.includes(child)) inbox.report(child, reports.lost(child));
  }
}

/** @returns whether its tool has started it again. */
async function resumeChild(scope: ResumeNeeds, child: string): Promise<boolean> {
  const { parts, log, context } = scope;
  const intent = await callOf(scope, child);
  const mounted = intent && context.current().tools.get(intent.tool);
  // A call with several subagents cannot be asked for one of them.
  if (!intent || !mounted || log.childrenOf(intent.callId).length > 1) return false;
  const input = restoreInput(parts.redactor, mounted.tool, intent.input);
  const call = validateInput(intent.callId, mounted, input);
  if ("failure" in call) return false;
  const ran = await recoverToolCall(scope, call.valid);
  return ran !== undefined && !isFailure(ran.outcome);
}

/** The call that has started a subagent. */
async function callOf({ log }: ResumeNeeds, child: string): Promise<EntryOf<"tool-intent"> | undefined> {
  const intents = new Map<string, EntryOf<"tool-intent">>();
  let callId: string | undefined;
  for await (const entry of log.read(1, ["tool-intent", "child"])) {
    if (entry.kind === "tool-intent") intents.set(entry.callId, entry);
    if (entry.kind === "child" && entry.session === child) ({ callId } = entry);
  }
  return callId === undefined ? undefined : intents.get(callId);
}
