import { createHash } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderIn } from "./state-folder.ts";

/** A file under a protected name whose content no one has trusted. */
export interface UntrustedFile {
  /** Absolute. */
  readonly path: string;
  /** What obeys it, as the end of "It decides …". */
  readonly reason: string;
  /** SHA-256 of the content: another content is another matter. */
  readonly hash: string;
  /** Where it was moved to. Absent: it is where it was. */
  readonly aside?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A file for each path, so that several processes lose nothing. */
export function fileOf(state: string, path: string): string {
  return join(folderOf(state), `${createHash("sha256").update(path).digest("hex")}.json`);
}

export function folderOf(state: string): string {
  return join(state, "untrusted");
}

export function addUntrusted(state: string, file: UntrustedFile): void {
  folderIn(state, "untrusted");
  const target = fileOf(state, file.path);
  const next = `${target}.${crypto.randomUUID()}`;
  writeFileSync(next, JSON.stringify(file), { mode: 0o600 });
  renameSync(next, target);
}
