import { statSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError } from "@skein/protocol";

/** What `--cwd` says. Throws `ConfigError` when it is no folder. */
export function workingFolder(folder: string | undefined): string {
  const cwd = resolve(folder ?? ".");
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return cwd;
  throw new ConfigError("unreadable", `--cwd: ${cwd} is not a folder.`, {
    hint: "Name a folder that exists.",
  });
}
