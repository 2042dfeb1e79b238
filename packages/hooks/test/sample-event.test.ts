import { describe, expect, it } from "vitest";
import { createHooks, hookEventNames, readHooks, sampleEvent } from "../src/index.ts";
import type { JsonObject } from "@skein/protocol";

async function told(
  name: (typeof hookEventNames)[number],
  options: { tool?: string; input?: JsonObject } = {},
) {
  const { event, subagent } = sampleEvent(name, { cwd: "/work", ...options });
  const seen: JsonObject[] = [];
  const { hooks } = readHooks({ [name]: [{ hooks: [{ type: "command", command: "x" }] }] }, "test");
  await createHooks({
    hooks,
    session: { id: "s", cwd: "/work", mode: () => "auto", ...(subagent ? { subagent } : {}) },
    variable: () => undefined,
    runCommand: async ({ input }) => {
      seen.push(JSON.parse(input) as JsonObject);
      return { how: { code: 0 }, stdout: "", stderr: "" };
    },
  }).run(event, AbortSignal.timeout(1_000));
  return seen[0];
}

describe("an event that is made up", () => {
  it.each(hookEventNames)("reaches the hooks that wait for %s", async (name) => {
    expect(await told(name)).toMatchObject({ hook_event_name: name });
  });

  it.each<[string, JsonObject, string, JsonObject]>([
    ["Bash", { command: "make" }, "Bash", { command: "make" }],
    ["shell", { command: "make", timeout_ms: 5 }, "Bash", { command: "make", timeout: 5 }],
    ["developer__edit", { path: "a" }, "Edit", { file_path: "a" }],
    ["Write", {}, "Write", { file_path: "example.txt", content: "Hello\n" }],
    ["mcp__github__push", { to: "main" }, "mcp__github__push", { to: "main" }],
    ["github__push", {}, "mcp__github__push", {}],
  ])("is about the tool %s with %j", async (tool, input, name, seen) => {
    expect(await told("PreToolUse", { tool, input })).toMatchObject({ tool_name: name, tool_input: seen });
  });

  it.each<[(typeof hookEventNames)[number], JsonObject]>([
    ["UserPromptSubmit", { prompt: "hi" }],
    ["SessionStart", { source: "resume", model: "m" }],
    ["SubagentStop", { agent_type: "reviewer", last_assistant_message: "ok", stop_hook_active: true }],
    ["PreCompact", { trigger: "manual", custom_instructions: "keep it" }],
    ["Elicitation", { mcp_server_name: "mail", message: "who?", requested_schema: { type: "object" } }],
    ["Notification", { notification_type: "elicitation_dialog", message: "m" }],
    ["SessionEnd", { reason: "logout" }],
  ])("takes the fields of %s that are given", async (name, input) => {
    expect(await told(name, { input })).toMatchObject(input);
  });
});
