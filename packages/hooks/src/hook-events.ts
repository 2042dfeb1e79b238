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
]);

/** Those whose matcher is compared with the names of a tool. */
export const toolEvents: ReadonlySet<HookEventName> = new Set([
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
]);

/** A subagent's start and end have names of their own; what people do does not happen in one. */
export function eventNameOf(event: HookEvent, isSubagent: boolean): HookEventName | undefined {
  switch (event.type) {
    case "session-start":
      return isSubagent ? "SubagentStart" : "SessionStart";
    case "session-end":
      return isSubagent ? undefined : "SessionEnd";
    case "user-prompt":
      return isSubagent ? undefined : "UserPromptSubmit";
    case "before-tool":
      return "PreToolUse";
    case "approval":
      return "PermissionRequest";
    case "after-tool":
      return event.isFailure ? "PostToolUseFailure" : "PostToolUse";
    case "before-compaction":
      return "PreCompact";
    case "after-compaction":
      return "PostCompact";
    case "notification":
      return "Notification";
    case "stop":
      return isSubagent ? "SubagentStop" : "Stop";
  }
}

/** All names that an event of this type can have. */
export function eventNamesOf(type: HookEventType, isSubagent: boolean): readonly HookEventName[] {
  if (type === "after-tool") return ["PostToolUse", "PostToolUseFailure"];
  const name = eventNameOf({ type } as HookEvent, isSubagent);
  return name === undefined ? [] : [name];
}
