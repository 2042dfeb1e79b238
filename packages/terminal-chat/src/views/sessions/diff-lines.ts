import { counted } from "@skein/protocol";
import { basename, isAbsolute, relative } from "node:path";
import type { FileDiff, SessionDiff } from "@skein/runtime";

/** `2 files changed +5 −3`. */
export function changesText(diff: SessionDiff): string {
  return `${counted(diff.files.length, "file")} changed${lineCounts(diff)}`;
}

/** `cart.js +1 −1`, `3 files +48 −2`. Foreign text, not yet clean. */
export function shortChanges(diff: SessionDiff): string {
  const [only, ...more] = diff.files;
  const name = only && more.length === 0 ? basename(only.path) : counted(diff.files.length, "file");
  return `${name}${lineCounts(diff)}`;
}

function lineCounts({ files }: SessionDiff): string {
  const texts = files.flatMap(({ text }) => text ?? []);
  const sum = (of: "added" | "removed") => texts.reduce((all, text) => all + text[of], 0);
  return texts.length === 0 ? "" : ` +${sum("added")} −${sum("removed")}`;
}

/**
 * A file a block: a line that names it, then what changed in it, as lines that begin with a number and ` `, `-` or `+`.
 * Foreign text, not yet clean.
 */
export function diffLines({ files }: SessionDiff, cwd: string): readonly (readonly string[])[] {
  return files.map((file) => [fileLine(file, cwd), ...(file.text ? numbered(file.text.patch) : [])]);
}

const marks: Record<FileDiff["change"], string> = { created: " (new)", removed: " (removed)", rewritten: "" };

function fileLine({ path, change, text, reason }: FileDiff, cwd: string): string {
  const near = relative(cwd, path);
  const name = near.startsWith("..") || isAbsolute(near) ? path : near;
  const lines = text ? ` +${text.added} −${text.removed}` : ` (${reason ?? "unknown"})`;
  return `${name}${marks[change]}${lines}`;
}

/** The hunks of a unified diff, each line with its number: of the new file, or of the old one where it was removed. */
function numbered(patch: string): readonly string[] {
  const shown: string[] = [];
  let [old, now] = [0, 0];
  for (const line of patch.split("\n").slice(2)) {
    const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line) ?? [];
    if (oldStart !== undefined && newStart !== undefined) {
      if (shown.length > 0) shown.push("");
      [old, now] = [Number(oldStart), Number(newStart)];
    } else if (line.startsWith("-")) shown.push(withNumber(old++, line));
    else if (line.startsWith("+")) shown.push(withNumber(now++, line));
    else if (line.startsWith(" ")) {
      shown.push(withNumber(now++, line));
      old += 1;
    } else if (line !== "") shown.push(line);
  }
  return shown;
}

function withNumber(number: number, line: string): string {
  return `${line.slice(0, 1)}${String(number).padStart(5)} ${line.slice(1)}`;
}
