import type { HookEvent, JsonObject } from "@skein/protocol";
import type { HookEventName } from "./hook-events.ts";
import type { HookTool } from "./tool-names.ts";

/** What every hook is told of the session. */
export interface HookSession {
  readonly id: string;
  /** Absolute. */
  readonly cwd: string;
  /** The project's folder; absolute. Default: `cwd`. */
  readonly project?: string;
  /** The session's folder, or file. Absent: none that a hook could read. */
  readonly transcript?: string;
  /** The permission mode now. */
  readonly mode: () => string;
  /** Set in a subagent; `id` above is then that of the session it belongs to. */
  readonly subagent?: { readonly id: string; readonly type: string };
}

/** Permission modes by the words of Claude Code. */
const theirModes: Readonly<Record<string, string>> = {
  auto: "bypassPermissions",
  accept_edits: "acceptEdits",
  plan: "plan",
};

/** The JSON that a hook reads: fields and words are those of Claude Code; `skein_mode` is ours. */
export function hookInput(
  event: HookEvent,
  name: HookEventName,
  { id, cwd, transcript, mode, subagent }: HookSession,
  tool: HookTool | undefined,
): JsonObject {
  const now = mode();
  return {
    session_id: id,
    transcript_path: transcript ?? "",
    cwd,
    permission_mode: theirModes[now] ?? "default",
    skein_mode: now,
    hook_event_name: name,
    ...(subagent ? { agent_id: subagent.id, agent_type: subagent.type } : {}),
    ...(tool ? { tool_name: tool.name, tool_input: tool.input } : {}),
    ...fieldsOf(event),
  };
}

function fieldsOf(event: HookEvent): JsonObject {
  switch (event.type) {
    case "session-start":
      return { source: event.source, model: event.model };
    case "session-end":
      return { reason: event.reason };
    case "user-prompt":
      return { prompt: event.text };
    case "before-tool":
      return { tool_use_id: event.request.callId };
    case "approval":
      return { tool_use_id: event.request.callId, reason: event.reason };
    case "after-tool":
      return {
        tool_use_id: event.request.callId,
        ...(event.isFailure
          ? { error: event.result, is_interrupt: event.isInterrupted }
          : { tool_response: event.result }),
      };
    case "before-compaction":
      return { trigger: triggerOf(event.cause), custom_instructions: event.wish };
    case "after-compaction":
      return { trigger: triggerOf(event.cause), compact_summary: event.summary };
    case "elicitation":
      return {
        mcp_server_name: event.extension,
        message: event.message,
        mode: "form",
        requested_schema: event.schema,
        elicitation_id: event.questionId,
      };
    case "notification":
      return {
        message: event.text,
        notification_type: event.about === "elicitation" ? "elicitation_dialog" : "permission_prompt",
      };
    case "stop":
      return { stop_hook_active: event.isContinued, last_assistant_message: event.text };
  }
}

const triggerOf = (cause: "asked" | "full"): string => (cause === "asked" ? "manual" : "auto");

/** What a matcher is compared with when the event is about no tool. */
export function kindsOf(event: HookEvent, { subagent }: HookSession): readonly string[] {
  switch (event.type) {
    case "session-start":
      return [subagent ? subagent.type : event.source];
    case "session-end":
      return [event.reason];
    case "before-compaction":
    case "after-compaction":
      return [triggerOf(event.cause)];
    case "elicitation":
      return [event.extension];
    case "notification":
      return [event.about === "elicitation" ? "elicitation_dialog" : "permission_prompt"];
    case "stop":
      return subagent ? [subagent.type] : [];
    default:
      return [];
  }
}
