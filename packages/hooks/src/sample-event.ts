import { isJsonObject, type GateRequest, type HookEvent, type JsonObject } from "@skein/protocol";
import type { HookEventName } from "./hook-events.ts";
import type { HookSession } from "./hook-input.ts";
import { hookTool, toolNamed } from "./tool-names.ts";

export interface SampleOptions {
  /** A tool, by any name that a matcher may say. Default: the shell. */
  readonly tool?: string | undefined;
  /**
   * For events about tools the input of the call, for all others fields of what hooks are told, such as `prompt`. Default: a
   * plausible one.
   */
  readonly input?: JsonObject | undefined;
  /** Absolute. */
  readonly cwd: string;
}

export interface SampleEvent {
  readonly event: HookEvent;
  /** Set where the event happens in a subagent. */
  readonly subagent?: NonNullable<HookSession["subagent"]>;
}

/** An event of this name, made up to try hooks with. */
export function sampleEvent(name: HookEventName, { tool, input = {}, cwd }: SampleOptions): SampleEvent {
  const text = (field: string, otherwise: string) => {
    const value = input[field];
    return typeof value === "string" ? value : otherwise;
  };
  const request = () => sampleRequest(tool ?? "Bash", input, cwd);
  const cause = text("trigger", "auto") === "manual" ? "asked" : "full";
  const answered = text("last_assistant_message", "Done.");
  const isContinued = input["stop_hook_active"] === true;
  const subagent = { id: "sample-agent", type: text("agent_type", "general-purpose") };
  switch (name) {
    case "SessionStart":
      return { event: started(text("source", "startup"), text("model", "sample-model")) };
    case "SubagentStart":
      return { event: started("startup", text("model", "sample-model")), subagent };
    case "SessionEnd":
      return { event: { type: "session-end", reason: text("reason", "other") } };
    case "UserPromptSubmit":
      return { event: { type: "user-prompt", text: text("prompt", "Fix the failing test.") } };
    case "PreToolUse":
      return { event: { type: "before-tool", request: request() } };
    case "PermissionRequest":
      return { event: { type: "approval", request: request(), reason: "The permission mode asks." } };
    case "PostToolUse":
      return { event: { type: "after-tool", request: request(), result: "done", ...ended(false) } };
    case "PostToolUseFailure":
      return { event: { type: "after-tool", request: request(), result: "It failed.", ...ended(true) } };
    case "PreCompact":
      return { event: { type: "before-compaction", cause, wish: text("custom_instructions", "") } };
    case "PostCompact":
      return { event: { type: "after-compaction", cause, summary: text("compact_summary", "So far: …") } };
    case "Notification": {
      const about = text("notification_type", "") === "elicitation_dialog" ? "elicitation" : "approval";
      return { event: { type: "notification", about, text: text("message", "Someone is asked.") } };
    }
    case "Elicitation": {
      const schema = isJsonObject(input["requested_schema"]) ? input["requested_schema"] : emptyForm;
      const extension = text("mcp_server_name", "sample");
      const message = text("message", "Which one?");
      return { event: { type: "elicitation", questionId: "sample", extension, message, schema } };
    }
    case "Stop":
      return { event: { type: "stop", text: answered, isContinued } };
    case "SubagentStop":
      return { event: { type: "stop", text: answered, isContinued }, subagent };
  }
}

const emptyForm: JsonObject = { type: "object", properties: {} };

function started(source: string, model: string): HookEvent {
  return { type: "session-start", source: source === "resume" ? "resume" : "startup", model };
}

function ended(isFailure: boolean) {
  return { isFailure, isInterrupted: false };
}

const sampleInputs: Readonly<Record<string, JsonObject>> = {
  Bash: { command: "ls" },
  Read: { file_path: "README.md" },
  Write: { file_path: "example.txt", content: "Hello\n" },
  Edit: { file_path: "example.txt", old_string: "Hello", new_string: "Goodbye" },
  Grep: { pattern: "TODO" },
  LS: { path: "." },
};

function sampleRequest(name: string, input: JsonObject, cwd: string): GateRequest {
  const place = toolNamed(name);
  const seen = hookTool({ ...place, input: {} });
  const isGiven = Object.keys(input).length > 0;
  const given = isGiven || !Object.hasOwn(sampleInputs, seen.name) ? input : sampleInputs[seen.name]!;
  return { callId: "sample", ...place, effect: "unknown", input: seen.ownInput(given), cwd };
}
