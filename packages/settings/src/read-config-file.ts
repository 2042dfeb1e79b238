import { statSync } from "node:fs";
import { isMissingOrBlocked } from "@skein/platform/files";
import { parseConfig, readConfigText, type ConfigEntry } from "./config-file.ts";

/** A start asks for the same files many times. By path, as long as they do not change. */
const kept = new Map<string, { readonly stamp: string; readonly entries: readonly ConfigEntry[] }>();

/** Milliseconds within which a file may be written again without its times showing it. */
const coarsestClockMs = 2_000;

/**
 * Reads a YAML or JSON file whose top level is a map. Repeated keys, custom tags, and exceeded limits are errors.
 *
 * @returns `undefined` when the file does not exist.
 *
 * Throws `ConfigError`: `unreadable` when it cannot be read, `usage`, with line and column, when its content is
 * invalid.
 */
export async function readConfigFile(path: string): Promise<readonly ConfigEntry[] | undefined> {
  const stamp = stampOf(path);
  if (stamp === "missing") return undefined;
  const before = kept.get(path);
  if (before && before.stamp === stamp) return before.entries;
  const text = await readConfigText(path);
  if (text === undefined) return undefined;
  const entries = await parseConfig(path, text);
  if (stamp !== undefined && stampOf(path) === stamp) kept.set(path, { stamp, entries });
  return entries;
}

/** @returns `undefined` where it cannot be told, or the file was changed a moment ago. */
function stampOf(path: string): string | undefined {
  try {
    const { ino, size, mtimeNs, ctimeNs, ctimeMs, dev } = statSync(path, { bigint: true });
    const isSettled = Date.now() - Number(ctimeMs) > coarsestClockMs;
    return isSettled ? [dev, ino, size, mtimeNs, ctimeNs].join() : undefined;
  } catch (error) {
    return isMissingOrBlocked(error) ? "missing" : undefined;
  }
}
