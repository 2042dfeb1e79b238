import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import type { McpSettings } from "../mcp/settings.ts";
import { sortedJson } from "../sorted-json.ts";

/** Raised when the form of kept lists changes. */
const format = 2;

/** Words of a command that are looked up as files. */
const most = 20;

/**
 * What stands for a server's command, version and configuration: the same settings with the same programs and files
 * have the same key. `undefined`: a server in this process, whose list is never kept. Looks at the files at once: at the
 * start of a program, every wait lets other work go before that of starting servers.
 *
 * @param path - the PATH on which the command is found.
 */
export function toolListKey(
  settings: McpSettings,
  path: string = process.env["PATH"] ?? "",
): string | undefined {
  if ("server" in settings) return undefined;
  const hash = createHash("sha256");
  // A server may list other tools where its pages are shown.
  if (settings.apps) hash.update("apps\n");
  if ("url" in settings) {
    const { url, socket = null, headers = {} } = settings;
    return hash.update(sortedJson([format, url, socket, headers])).digest("hex");
  }
  const { command, args = [], env = {}, cwd = process.cwd() } = settings;
  const files = [
    versionOfProgram(command, cwd, path),
    ...args.slice(0, most).map((word) => (word.startsWith("-") ? null : versionOf(resolve(cwd, word)))),
  ];
  const said = [format, command, args, env, cwd, files];
  return hash.update(sortedJson(said)).digest("hex");
}

function versionOfProgram(command: string, cwd: string, path: string): string | null {
  if (/[/\\]/.test(command)) return versionOf(resolve(cwd, command));
  for (const folder of path.split(delimiter)) {
    const version = folder === "" ? null : versionOf(resolve(folder, command));
    if (version !== null) return version;
  }
  return null;
}

/** Changes when the file does; `null` without a file. */
function versionOf(file: string): string | null {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.isFile() ? `${file} ${found.size} ${found.mtimeMs}` : null;
  } catch {
    return null;
  }
}
