import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { delimiter, resolve } from "node:path";
import type { McpSettings } from "../mcp/settings.ts";
import { sortedJson } from "../sorted-json.ts";

/** Raised when the form of kept lists changes. */
const format = 2;

/** Words of a command that are looked up as files. */
const most = 20;

/**
 * What stands for a server's command, version and configuration: the same settings with the same programs and files
 * have the same key. `undefined`: a server in this process, whose list is never kept.
 *
 * @param path - the PATH on which the command is found.
 */
export async function toolListKey(
  settings: McpSettings,
  path: string = process.env["PATH"] ?? "",
): Promise<string | undefined> {
  if ("server" in settings) return undefined;
  const hash = createHash("sha256");
  if ("url" in settings) {
    const { url, headers = {} } = settings;
    return hash.update(sortedJson([format, url, headers])).digest("hex");
  }
  const { command, args = [], env = {}, cwd = process.cwd() } = settings;
  const files = await Promise.all([
    versionOfProgram(command, cwd, path),
    ...args.slice(0, most).map((word) => (word.startsWith("-") ? null : versionOf(resolve(cwd, word)))),
  ]);
  const said = [format, command, args, env, cwd, files];
  return hash.update(sortedJson(said)).digest("hex");
}

async function versionOfProgram(command: string, cwd: string, path: string): Promise<string | null> {
  if (/[/\\]/.test(command)) return versionOf(resolve(cwd, command));
  for (const folder of path.split(delimiter)) {
    const version = folder === "" ? null : await versionOf(resolve(folder, command));
    if (version !== null) return version;
  }
  return null;
}

/** Changes when the file does; `null` without a file. */
async function versionOf(file: string): Promise<string | null> {
  try {
    const found = await stat(file);
    return found.isFile() ? `${file} ${found.size} ${found.mtimeMs}` : null;
  } catch {
    return null;
  }
}
