import { folderEntries } from "@skein/platform/folders";
import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder, writePrivateFile, isMissing } from "@skein/platform/files";
import { SessionError } from "@skein/protocol";
import { syncFolder } from "./sync-folder.ts";

/** Begins with a dot, so it cannot be a session id. */
const removedFolder = ".removed";

/** What stays of a removed session: a file with the date. */
interface Tombstone {
  readonly session: string;
  /** ISO 8601. */
  readonly removed: string;
}

/**
 * Removal is atomic: the session's folder is renamed in one step and then deleted. `sweepRemoved` deletes what a
 * killed removal left.
 */
export function removeFolder(folder: string, session: string): void {
  const removed = join(folder, removedFolder);
  makePrivateFolder(removed);
  const tombstone: Tombstone = { session, removed: new Date().toISOString() };
  const fresh = join(removed, `${randomUUID()}.new`);
  writePrivateFile(fresh, `${JSON.stringify(tombstone)}\n`, true);
  renameSync(fresh, tombstonePath(folder, session));
  const trash = join(removed, `${session}.${randomUUID()}`);
  renameSync(join(folder, session), trash); // from here on it is removed
  syncFolder(removed);
  syncFolder(folder);
  deleteFolder(trash);
}

/** Deletes what killed removals left, where the folder is writable. */
export function sweepRemoved(folder: string): void {
  const removed = join(folder, removedFolder);
  for (const entry of folderEntries(removed)) {
    if (!entry.isDirectory()) continue;
    try {
      deleteFolder(join(removed, entry.name));
    } catch {
      continue; // a read-only folder, or another process is deleting it too; the next sweep tries again
    }
  }
}

function deleteFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Throws `not-found` for a removed session. Call it only when the session has no folder. */
export function checkNotRemoved(folder: string, session: string): void {
  const tombstone = readTombstone(folder, session);
  if (tombstone) throw removedError(session, tombstone.removed);
}

/** @param removed - ISO 8601. */
export function removedError(session: string, removed: string): SessionError {
  return new SessionError("not-found", `Session ${session} was removed on ${removed}.`, {
    hint: "Its id cannot be used again: start another session.",
  });
}

export function notFound(session: string): SessionError {
  return new SessionError("not-found", `There is no session ${session}.`, {
    hint: "List the sessions to find its id.",
  });
}

function readTombstone(folder: string, session: string): Tombstone | undefined {
  try {
    return JSON.parse(readFileSync(tombstonePath(folder, session), "utf8")) as Tombstone;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function tombstonePath(folder: string, session: string): string {
  return join(folder, removedFolder, `${session}.json`);
}
