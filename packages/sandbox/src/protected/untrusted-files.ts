import { createHash } from "node:crypto";
import {
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { isInside } from "@skein/platform/folders";
import { entriesAt, orNothing } from "./entries.ts";
import { moveHeld } from "./held-folder.ts";
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

/** By path. Those that were moved aside are in the list until they are put back or removed. */
export function listUntrusted(state: string): readonly UntrustedFile[] {
  const names = orNothing(() => readdirSync(folderOf(state))) ?? [];
  return names
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => readRecord(join(folderOf(state), name)))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether a file or folder is, or is below, one whose content no one has trusted. @param path - absolute. */
export type UntrustedCheck = (path: string) => boolean;

/** Reads the list once: for one look at a project. */
export function untrustedCheck(state: string): UntrustedCheck {
  const there = listUntrusted(state).filter(
    ({ path, hash, aside }) => aside === undefined && entriesAt(path)?.get(path)?.hash === hash,
  );
  if (there.length === 0) return () => false;
  return (path) => {
    const real = orNothing(() => realpathSync(dirname(path)));
    const both = [path, ...(real === undefined ? [] : [join(real, basename(path))])];
    return there.some((one) => both.some((way) => isInside(way, one.path)));
  };
}

/**
 * Trusts what is at a path, or puts back what was moved away from there. Its folder has to exist. Throws when something else is
 * in its place.
 *
 * @returns the file; `undefined` when it is not in the list.
 */
export function trustFile(state: string, path: string): UntrustedFile | undefined {
  const [record] = readRecord(fileOf(state, path));
  if (record === undefined) return undefined;
  if (record.aside !== undefined) {
    if (lstatSync(path, { throwIfNoEntry: false })) throw new Error(`${path} already exists.`);
    const kind = lstatSync(record.aside).isSymbolicLink() ? "link" : "file";
    moveHeld(dirname(record.aside), record.aside, kind, path);
    rmSync(dirname(record.aside), { recursive: true, force: true });
  }
  rmSync(fileOf(state, path), { force: true });
  return record;
}

function readRecord(file: string): readonly UntrustedFile[] {
  const value: unknown = orNothing(() => JSON.parse(readFileSync(file, "utf8")));
  return isRecord(value) ? [value] : [];
}

function isRecord(value: unknown): value is UntrustedFile {
  const { path, reason, hash, at } = (value ?? {}) as Partial<UntrustedFile>;
  return [path, reason, hash].every((text) => typeof text === "string") && typeof at === "number";
}
