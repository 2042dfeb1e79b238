import { writeFile } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import type { ToolKind } from "@agentclientprotocol/sdk";
import { isJsonObject, messageOf, type Effect, type JsonValue, type Tool } from "@skein/protocol";
import type { AgentChange } from "./action-input.ts";
import { changePreview } from "./change-preview.ts";

export const readTool = "agent_read";
export const writeTool = "agent_write_file";

const actions = {
  reads: readTool,
  writes: "agent_edit",
  runs: "agent_run",
  unknown: "agent_act",
} as const satisfies Record<Effect, string>;

/** By what an agent says of its own tool. */
const effects: Readonly<Record<ToolKind, Effect>> = {
  read: "reads",
  search: "reads",
  think: "reads",
  edit: "writes",
  delete: "writes",
  move: "writes",
  execute: "runs",
  fetch: "unknown",
  switch_mode: "unknown",
  other: "unknown",
};

/** The tool that stands for an action of this kind. */
export function actionTool(kind: ToolKind | null | undefined): string {
  return actions[effects[kind ?? "other"] ?? "unknown"];
}

/**
 * The tools that an agent's requests become, so that the session's permissions, hooks, checkpoints and journal hold for
 * them. An action is carried out by the agent, once it is permitted; a file is written by us.
 */
export const agentTools: readonly Tool[] = [
  ...Object.entries(actions).map(([effect, name]) => action(name, effect as Effect)),
  {
    name: writeTool,
    description: "The agent writes a file through Skein.",
    inputSchema: {
      type: "object",
      properties: { path: { type: "string" }, content: { type: "string" } },
      required: ["path", "content"],
    },
    effect: "writes",
    repeat: "safe",
    resources: filesIn,
    check: (input) =>
      isJsonObject(input) && typeof input["content"] === "string" && isAbsolutePath(input["path"])
        ? { ok: true, value: input }
        : { ok: false, issues: ["path: expected an absolute path; content: expected text"] },
    async call(value) {
      const { path, content } = value as { readonly path: string; readonly content: string };
      try {
        await writeFile(path, content);
      } catch (error) {
        return { kind: "failed", message: messageOf(error) };
      }
      return { content: [{ type: "text", text: `Written: ${path}` }] };
    },
  },
];

function action(name: string, effect: Effect): Tool {
  return {
    name,
    description: "The agent acts by itself, once it is permitted.",
    inputSchema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
    effect,
    repeat: "once",
    resources: filesIn,
    check: (input) =>
      isJsonObject(input) && typeof input["title"] === "string"
        ? { ok: true, value: input }
        : { ok: false, issues: ["title: expected text"] },
    async precheck(value) {
      const { changes = [] } = value as { readonly changes?: readonly AgentChange[] };
      const preview = changePreview(changes);
      return preview === undefined ? undefined : { preview };
    },
    call: async () => ({ content: [{ type: "text", text: "Permitted. The agent carries it out itself." }] }),
  };
}

/** Every file that the agent names. */
function filesIn(input: JsonValue, cwd: string): readonly string[] {
  if (!isJsonObject(input)) return [];
  const { path, paths } = input;
  const named = [path, ...(Array.isArray(paths) ? paths : [])];
  const files = named.filter((one) => typeof one === "string").map((one) => `file:${resolve(cwd, one)}`);
  return [...new Set(files)];
}

const isAbsolutePath = (path: JsonValue | undefined): boolean => typeof path === "string" && isAbsolute(path);
