import { readServerLog } from "@skein/runtime/extensions";
import type { Machine } from "../machine.ts";
import { configuredExtension } from "./configured-extension.ts";

const mostLines = 500;

/**
 * What the server of an extension has written for people in the last sessions, the newest line last. Throws `ConfigError` when
 * there is none of that name.
 */
export async function extensionLog(machine: Machine, cwd: string, name: string): Promise<readonly string[]> {
  const lines = await readServerLog(machine.directories.state, name, mostLines);
  // Extensions of flags and recipes are not configured, and have logs too.
  if (lines.length === 0) await configuredExtension(machine, cwd, name);
  return lines;
}
