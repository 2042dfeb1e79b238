import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { entriesAt, orNothing } from "./entries.ts";
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

/** One file per path, so that several processes lose nothing. */
function fileOf(state: string, path: string): string {
  return join(folderOf(state), `${createHash("sha256").update(path).digest("hex")}.json`);
}

function folderOf(state: string): string {
  return join(state, "untrusted");
}

export function addUntrusted(state: string, file: UntrustedFile): void {
  folderIn(state, "untrusted");
  const target = fileOf(state, file.path);
  const next = `${target}.${crypto.randomUUID()}`;
  writeFileSync(next, JSON.stringify(file), { mode: 0o600 });
  renameSync(next, target);
}

/** Trusts what is there now, whatever it is. */
export function removeUntrusted(state: string, path: string): void {
  rmSync(fileOf(state, path), { force: true });
}

/** By path. Those that were moved aside are in the list until they are put back or removed. */
export function listUntrusted(state: string): readonly UntrustedFile[] {
  const names = orNothing(() => readdirSync(folderOf(state))) ?? [];
  return names
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => readRecord(join(folderOf(state), name)))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether a file has a content that no one has trusted. */
export function isUntrusted(state: string, path: string): boolean {
  const [record] = readRecord(fileOf(state, path));
  return record !== undefined && entriesAt(path)?.get(path)?.hash === record.hash;
}

function readRecord(file: string): readonly UntrustedFile[] {
  const value: unknown = orNothing(() => JSON.parse(readFileSync(file, "utf8")));
  return isRecord(value) ? [value] : [];
}

function isRecord(value: unknown): value is UntrustedFile {
  const { path, reason, hash, at } = (value ?? {}) as Partial<UntrustedFile>;
  return [path, reason, hash].every((text) => typeof text === "string") && typeof at === "number";
}
