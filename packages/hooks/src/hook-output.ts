import {
  isJsonObject,
  type HookEffect,
  type JsonObject,
  type JsonValue,
  type Verdict,
} from "@skein/protocol";
import type { HookEventName } from "./hook-events.ts";

/** Text that is not JSON is context for the model on these events. */
const takesText: ReadonlySet<HookEventName> = new Set(["SessionStart", "SubagentStart", "UserPromptSubmit"]);

/** Characters of one hook's words that the model gets. */
const longestContext = 10_000;

/**
 * Reads what a hook has written, in the form of Claude Code.
 *
 * @returns a sentence when it cannot be read.
 */
export function readOutput(stdout: string, event: HookEventName): HookEffect | string {
  const text = stdout.trim();
  if (text === "") return {};
  if (!text.startsWith("{")) return takesText.has(event) ? { context: clip(text) } : {};
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return "It wrote something that begins like JSON and cannot be parsed.";
  }
  return isJsonObject(value) ? effectOf(value, event) : "It wrote JSON that is not an object.";
}

/** The same for what a function returned, or a server answered. */
export function effectOf(value: JsonObject, event: HookEventName): HookEffect | string {
  const own = value["hookSpecificOutput"];
  const specific = isJsonObject(own) ? own : {};
  const named = textIn(specific, "hookEventName");
  if (named !== undefined && named !== event) return `It answered for ${named} where ${event} was asked.`;
  const ruled = rulingOf(value, specific, event);
  if (typeof ruled === "string") return ruled;
  const context = textIn(specific, "additionalContext");
  const notice = textIn(value, "systemMessage");
  return {
    ...byEvent(ruled, event),
    ...(context === undefined || context.trim() === "" ? {} : { context: clip(context) }),
    ...(value["continue"] === false
      ? { endRun: textIn(value, "stopReason") ?? "A hook ended the run." }
      : {}),
    ...(notice === undefined ? {} : { notices: [notice] }),
  };
}

/** What a block means, event by event. */
export function blocked(reason: string, event: HookEventName): HookEffect {
  return byEvent({ verdict: "deny", reason: clip(reason) }, event);
}

function rulingOf(value: JsonObject, specific: JsonObject, event: HookEventName): HookEffect | string {
  if (event === "PermissionRequest") return approvalOf(specific);
  if (event === "Elicitation" && specific["action"] !== undefined) return replyOf(specific);
  return verdictOf(value, specific);
}

function byEvent(ruled: HookEffect, event: HookEventName): HookEffect {
  if (ruled.verdict !== "deny") return ruled;
  const reason = ruled.reason ?? "";
  switch (event) {
    case "Stop":
    case "SubagentStop":
      return { continueWith: reason === "" ? "A hook wants you to go on." : reason };
    case "PostToolUse":
    case "PostToolUseFailure":
      return reason === "" ? {} : { context: reason };
    case "UserPromptSubmit":
    case "PreToolUse":
    case "PermissionRequest":
    case "PreCompact":
    case "Elicitation":
      return ruled;
    default:
      return reason === "" ? {} : { notices: [reason] };
  }
}

const verdicts: Readonly<Record<string, Verdict>> = {
  allow: "allow",
  approve: "allow",
  ask: "ask",
  deny: "deny",
  block: "deny",
};

function verdictOf(value: JsonObject, specific: JsonObject): HookEffect | string {
  const word = specific["permissionDecision"] ?? value["decision"];
  const input = specific["updatedInput"];
  const rewritten = input === undefined ? {} : { input };
  if (word === undefined || word === null) return rewritten;
  const verdict = typeof word === "string" && Object.hasOwn(verdicts, word) ? verdicts[word] : undefined;
  if (!verdict) return `It decided ${JSON.stringify(word)}, which is not allow, ask or deny.`;
  const reason = textIn(specific, "permissionDecisionReason") ?? textIn(value, "reason");
  return { verdict, ...(reason === undefined ? {} : { reason: clip(reason) }), ...rewritten };
}

function approvalOf(specific: JsonObject): HookEffect | string {
  const { decision } = specific;
  if (decision === undefined || decision === null) return {};
  if (!isJsonObject(decision)) return "Its decision is not an object with a behavior.";
  const { behavior, updatedInput, interrupt } = decision;
  if (behavior !== "allow" && behavior !== "deny") {
    return `Its behavior is ${JSON.stringify(behavior ?? null)}, which is neither allow nor deny.`;
  }
  const message = textIn(decision, "message");
  return {
    verdict: behavior,
    ...(message === undefined ? {} : { reason: clip(message) }),
    ...(behavior === "allow" && updatedInput !== undefined ? { input: updatedInput } : {}),
    ...(behavior === "deny" && interrupt === true ? { endRun: message ?? "A hook ended the run." } : {}),
  };
}

function replyOf({ action, content = {} }: JsonObject): HookEffect | string {
  if (action === "decline" || action === "cancel") return { verdict: "deny" };
  if (action !== "accept")
    return `Its action is ${JSON.stringify(action)}, which is not accept, decline or cancel.`;
  return isJsonObject(content) ? { reply: content } : "Its content is not an object of values.";
}

function textIn(value: JsonObject, field: string): string | undefined {
  const text = value[field];
  return typeof text === "string" ? text : undefined;
}

function clip(text: string): string {
  if (text.length <= longestContext) return text;
  return `${text.slice(0, longestContext)}\n… (clipped: ${longestContext} of ${text.length} characters)`;
}
