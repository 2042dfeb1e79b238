import { lstatSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isInside } from "@skein/platform/folders";
import { entriesAt, orNothing } from "./entries.ts";
import { moveHeld } from "./held-folder.ts";
import { fileOf, folderOf, type UntrustedFile } from "./untrusted-records.ts";

export type { UntrustedFile } from "./untrusted-records.ts";

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
