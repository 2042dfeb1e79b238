import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { findLockProblem, locksHint } from "@skein/platform/file-systems";
import { ConfigError } from "@skein/protocol";
import { ensurePrivateFolder } from "../private-folder.ts";
import { loadSqlite } from "../later.ts";

/** Milliseconds to wait for another process, and between two attempts. */
const mostWaitMs = 60_000;
const attemptMs = 25;
/** Of SQLite: another connection has the lock. */
const busy = 5;

/**
 * Runs `work` while no other process does under the same name. The lock is one of SQLite's on an empty file: the system
 * releases it when a process dies.
 *
 * @param folder - is created, accessible to its owner only. @throws ConfigError when it is not free within a minute.
 */
export async function exclusively<Result>(
  folder: string,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await ensurePrivateFolder(folder);
  const path = join(folder, `${name}.lock`);
  await (await open(path, "a", 0o600)).close();
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    await lock(database, path);
    return await work();
  } finally {
    database.close();
  }
}

/** Waits without blocking this process's other work. */
async function lock(database: DatabaseSync, path: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < mostWaitMs; waitedMs += attemptMs) {
    try {
      database.exec("BEGIN EXCLUSIVE");
      return;
    } catch (error) {
      if (!(error instanceof Error && "errcode" in error && error.errcode === busy)) throw error;
      if (waitedMs === 0) requireLocks(dirname(path));
    }
    await sleep(attemptMs);
  }
  throw new ConfigError("unreadable", `Another process has held ${path} for a minute.`, {
    hint: "Try again when it has ended.",
  });
}

/** No wait helps on a file system without locks. */
function requireLocks(folder: string): void {
  const problem = findLockProblem(folder);
  if (problem !== undefined) throw new ConfigError("unreadable", problem, { hint: locksHint });
}
