import { mkdirSync, readdirSync, readFileSync, readlinkSync, unlinkSync, writeFileSync } from "node:fs";
import type { RemoveFolder } from "./removed-folders.ts";

interface Placeholder {
  /** Commands of this process that rely on it. */
  count: number;
  readonly text: PlaceholderText;
}

/** Those that this process has made. */
const users = new Map<string, Placeholder>();

/** What stands in the place of a file that must not be created: an empty folder, or a file with this text. */
export type PlaceholderText = string | undefined;

/** Makes a placeholder where nothing is. @returns whether it is there now, and to be given back by `release`. */
export function makePlaceholder(path: string, text: PlaceholderText): boolean {
  const known = users.get(path);
  if (known) known.count += 1;
  else {
    try {
      if (text === undefined) mkdirSync(path, { mode: 0o755 });
      else writeFileSync(path, text, { flag: "wx", mode: 0o644 });
    } catch (error) {
      // Somebody was faster: then it is there, and not ours to remove.
      if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
      throw error;
    }
    users.set(path, { count: 1, text });
  }
  return true;
}

/** Gives placeholders back when the command that needed them has ended. */
export function releasePlaceholders(paths: readonly string[], removeFolder: RemoveFolder): void {
  const unused = paths.flatMap((path) => {
    const used = users.get(path);
    if (!used || --used.count > 0) return [];
    users.delete(path);
    return [{ path, text: used.text }];
  });
  if (unused.length === 0) return;
  const mounted = foreignMountPoints();
  // Outer ones last: they must be empty.
  for (const { path, text } of unused.toReversed()) if (!mounted.has(path)) remove(path, text, removeFolder);
}

/** Whether a placeholder of this process is there. */
export function isPlaceholder(path: string): boolean {
  return users.has(path);
}

function remove(path: string, text: PlaceholderText, removeFolder: RemoveFolder): void {
  try {
    if (text === undefined) removeFolder(path);
    else if (readFileSync(path, "utf8") === text) unlinkSync(path);
  } catch {
    // Somebody has put something into it: it stays.
  }
}

/**
 * What commands of other processes rely on: removing a mount point unmounts it for every command that has it. Every command
 * has a mount namespace of its own, whose table can be read.
 */
function foreignMountPoints(): ReadonlySet<string> {
  const seen = new Set<string | undefined>([namespaceOf("self")]);
  const points = readdirSync("/proc").flatMap((id) => {
    if (!/^\d+$/.test(id)) return [];
    const namespace = namespaceOf(id);
    if (namespace === undefined || seen.has(namespace)) return [];
    seen.add(namespace);
    return mountPointsOf(id);
  });
  return new Set(points);
}

function namespaceOf(id: string): string | undefined {
  try {
    return readlinkSync(`/proc/${id}/ns/mnt`);
  } catch {
    return undefined;
  }
}

function mountPointsOf(id: string): readonly string[] {
  try {
    const lines = readFileSync(`/proc/${id}/mountinfo`, "utf8").split("\n");
    return lines.map((line) => unescapeOctal(line.split(" ")[4] ?? ""));
  } catch {
    return [];
  }
}

function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
