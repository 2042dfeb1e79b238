import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonValue, ModelProvider } from "@skein/protocol";
import { scriptedModel, type ScriptedModel, type ScriptedTurn } from "@skein/provider-replay";
import { createRuntime, type AgentSettings, type Runtime } from "../src/index.ts";

export function scriptedProvider(script: readonly ScriptedTurn[]): {
  readonly provider: ModelProvider;
  readonly model: ScriptedModel;
} {
  const model = scriptedModel(script);
  const provider: ModelProvider = {
    id: "scripted",
    model: () => model,
    models: async () => [],
    prepare: async () => undefined,
    check: async () => undefined,
  };
  return { provider, model };
}

/** @param cwd - default: the data folder itself. */
export function setUp(
  dataFolder: string,
  script: readonly ScriptedTurn[],
  cwd: string = dataFolder,
): { readonly runtime: Runtime; readonly settings: AgentSettings; readonly model: ScriptedModel } {
  const { provider, model } = scriptedProvider(script);
  const runtime = createRuntime({ providers: { scripted: async () => provider }, dataFolder });
  const settings: AgentSettings = {
    provider: "scripted",
    model: "m",
    mode: "auto",
    cwd,
    interaction: "chat",
    builtins: ["developer", "todo"],
  };
  return { runtime, settings, model };
}

export const use = (name: string, input: JsonValue) =>
  [{ type: "tool-call", id: `${name}1`, name, input }] as const;

export const shell = (id: string, command: string) =>
  [{ type: "tool-call", id, name: "shell", input: { command } }] as const;

export const done = [{ type: "text", text: "Done." }] as const;

/** Path → text of all files. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const pairs = files
    .toSorted()
    .map(async (path) => [path.slice(folder.length + 1), await readFile(path, "utf8")] as const);
  return Object.fromEntries(await Promise.all(pairs));
}
