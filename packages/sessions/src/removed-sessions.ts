import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder, writePrivateFile } from "@skein/local-store";
import { SessionError } from "@skein/protocol";
import { syncFolder } from "./sync-folder.ts";

/** Cannot be the id of a session: it begins with a dot. */
const removedFolder = ".removed";

/** What stays of a session that was removed: a file that says when. */
interface Tombstone {
  readonly session: string;
  /** ISO 8601. */
  readonly removed: string;
}

/**
 * The session is there or it is not: its folder gets another name in one step, and is deleted then. What a kill leaves
 * of that, `sweepRemoved` takes away.
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

/** Deletes what removals that were killed have left, where that may be written. */
export function sweepRemoved(folder: string): void {
  const removed = join(folder, removedFolder);
  for (const entry of entriesOf(removed)) {
    if (!entry.isDirectory()) continue;
    try {
      deleteFolder(join(removed, entry.name));
    } catch {
      continue; // a folder that may only be read, or another process deletes it too; the next one tries again
    }
  }
}

function deleteFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Throws `not-found` for the id of a session that was removed. To be asked only when it has no folder. */
export function checkNotRemoved(folder: string, session: string): void {
  const tombstone = readTombstone(folder, session);
  if (!tombstone) return;
  throw new SessionError("not-found", `Session ${session} was removed on ${tombstone.removed}.`, {
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
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function tombstonePath(folder: string, session: string): string {
  return join(folder, removedFolder, `${session}.json`);
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
