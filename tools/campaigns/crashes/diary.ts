import { appendFileSync, readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import type { Entry } from "../../../packages/protocol/src/index.ts";

/**
 * What a process says of itself while it lives, a line each. One write to a file survives a SIGKILL, so what stands
 * here had happened.
 */
export type DiaryLine =
  /** The session is this process's own; the work begins. */
  | { readonly is: "ready"; readonly attempt: number }
  /** An append has resolved. */
  | {
      readonly is: "kept";
      readonly attempt: number;
      readonly entries: readonly { readonly seq: number; readonly kind: string; readonly hash: string }[];
    }
  /** The process is about to kill itself. */
  | {
      readonly is: "killing";
      readonly attempt: number;
      readonly when: "before" | "after";
      readonly what: string;
    }
  /** A message was accepted while running. */
  | { readonly is: "accepted"; readonly label: string }
  /** What the user was told. */
  | { readonly is: "notice"; readonly attempt: number; readonly text: string }
  | { readonly is: "outcome"; readonly attempt: number; readonly outcome: string; readonly message: string };

export function write(file: string, line: DiaryLine): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

export function readDiary(file: string): readonly DiaryLine[] {
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return []; // killed before its first line
  }
  // What stands behind the last newline was never finished.
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as DiaryLine);
}

/** The same for the same entry, whatever the order of its fields. */
export function hashOf(entry: Entry): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(entry)))
    .digest("base64url");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([key, inner]) => [key, sorted(inner)]));
}
