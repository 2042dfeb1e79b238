import { fileURLToPath } from "node:url";
import { describeFailure, isFailure, extractText, type JsonObject, type ToolContext } from "@skein/protocol";
import type { Extension, ToolOutcome } from "@skein/protocol";
import { mcp, type McpCommandSettings } from "../../src/index.ts";

type Settings = Partial<Omit<McpCommandSettings, "args">>;

/** An extension over one of the servers in `test/servers`. */
export function torture(server: string, args: readonly string[] = [], settings: Settings = {}): Extension {
  const file = fileURLToPath(new URL(`../servers/${server}.ts`, import.meta.url));
  return mcp({ name: server, command: process.execPath, args: [file, ...args], ...settings });
}

export function contextOf(parts: Partial<ToolContext> = {}): ToolContext {
  return {
    session: "s",
    callId: "c",
    cwd: "/",
    signal: new AbortController().signal,
    progress: () => {},
    callFolder: undefined,
    ...parts,
  };
}

export function call(
  extension: Extension,
  tool: string,
  input: JsonObject = {},
  context: Partial<ToolContext> = {},
): Promise<ToolOutcome> {
  return extension.callTool(tool, input, contextOf(context));
}

/** What the model reads. */
export async function says(
  extension: Extension,
  tool: string,
  input: JsonObject = {},
  context: Partial<ToolContext> = {},
): Promise<string> {
  const outcome = await call(extension, tool, input, context);
  return isFailure(outcome) ? describeFailure(tool, outcome) : extractText(outcome.content);
}

/** Closes it at the end of the scope. */
export function using(extension: Extension): Extension & AsyncDisposable {
  return Object.assign(extension, { [Symbol.asyncDispose]: () => extension.close() });
}

/** An argument that no other process has. */
export function uniqueMark(): string {
  return `skein-test-${crypto.randomUUID()}`;
}

/** The file of an npm package's program. */
export function programOf(packageName: string, file: string): string {
  const found = import.meta.resolve(`${packageName}/package.json`);
  return fileURLToPath(new URL(file, found));
}
