import type { HookEvent, HookEventType } from "@skein/protocol";

/** The events that a hook may wait for, by the names that Claude Code gave them. */
export const hookEventNames = [
  "SessionStart",
  "SessionEnd",
  "UserPromptSubmit",
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
  "PreCompact",
  "PostCompact",
  "Notification",
  "Elicitation",
  "Stop",
  "SubagentStart",
  "SubagentStop",
] as const;

export type HookEventName = (typeof hookEventNames)[number];

/** Those that can refuse what comes next: a hook that fails there refuses it. */
export const preEvents: ReadonlySet<HookEventName> = new Set([
  "UserPromptSubmit",
  "PreToolUse",
  "PermissionRequest",
  "PreCompact",
  "Elicitation",
]);

interface EventNames {
  readonly session: readonly HookEventName[];
  /** Its start and end have names of their own; what people do does not happen in a subagent. */
  readonly subagent: readonly HookEventName[];
}

const everywhere = (...names: readonly HookEventName[]): EventNames => ({ session: names, subagent: names });

const eventNames: Readonly<Record<HookEventType, EventNames>> = {
  "session-start": { session: ["SessionStart"], subagent: ["SubagentStart"] },
  "session-end": { session: ["SessionEnd"], subagent: [] },
  "user-prompt": { session: ["UserPromptSubmit"], subagent: [] },
  "before-tool": everywhere("PreToolUse"),
  approval: everywhere("PermissionRequest"),
  "after-tool": everywhere("PostToolUse", "PostToolUseFailure"),
  "before-compaction": everywhere("PreCompact"),
  "after-compaction": everywhere("PostCompact"),
  notification: everywhere("Notification"),
  elicitation: everywhere("Elicitation"),
  stop: { session: ["Stop"], subagent: ["SubagentStop"] },
};

/** All names that an event of this type can have; none where hooks are not told of it. */
export function eventNamesOf(type: HookEventType, isSubagent: boolean): readonly HookEventName[] {
  return eventNames[type][isSubagent ? "subagent" : "session"];
}

export function eventNameOf(event: HookEvent, isSubagent: boolean): HookEventName | undefined {
  const [name, ofFailure] = eventNamesOf(event.type, isSubagent);
  return event.type === "after-tool" && event.isFailure ? ofFailure : name;
}
