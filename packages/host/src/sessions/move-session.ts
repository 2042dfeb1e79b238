import { moveSession, openSessions, type MovedSessions } from "@skein/runtime";
import type { Machine } from "../machine.ts";
import { findSession } from "./find-session.ts";
import { neededDatabase, sharedStore } from "./machine-sessions.ts";

export interface MovedSession extends MovedSessions {
  readonly session: string;
}

/**
 * Copies a session between this machine and the database that the settings name.
 *
 * @param word - id or name where it comes from; without one the last one of the folder. Throws `ConfigError` without a
 *   database, and `SessionError`.
 */
export async function moveNamed(
  machine: Machine,
  way: "push" | "pull",
  word: string | undefined,
  cwd: string,
): Promise<MovedSession> {
  const databaseUrl = await neededDatabase(machine);
  const shared = { ...(await sharedStore(machine)), databaseUrl };
  const dataFolder = machine.directories.data;
  await using sessions = openSessions(dataFolder, way === "push" ? {} : shared);
  const session = await findSession({ sessions }, word, cwd);
  return { session, ...(await moveSession({ dataFolder, shared, session, way })) };
}
