import { SessionError } from "@skein/protocol";
import type { ListedSession } from "@skein/sessions";
import { isHeldIn } from "./folders/held-in.ts";
import { findSession } from "./find-session.ts";
import { subagentsOf, withoutSubagents } from "./subagents-of.ts";

/** Running sessions stay, and so do unreadable ones: their age is unknown. */
export function sessionsOlderThan(
  listed: readonly ListedSession[],
  before: number,
  cwd: string | undefined,
): readonly ListedSession[] {
  return withoutSubagents(listed).filter((line) => {
    if (!("summary" in line) || [line, ...subagentsOf(listed, line.session)].some(isRunning)) return false;
    const { lastAt = Infinity } = line.summary;
    return lastAt < before && (cwd === undefined || isHeldIn(line.summary, cwd));
  });
}

/** Each is followed by the sessions of its subagents. */
export function withTheirSubagents(
  chosen: readonly ListedSession[],
  listed: readonly ListedSession[],
): readonly ListedSession[] {
  return [...new Set(chosen.flatMap((line) => [line, ...subagentsOf(listed, line.session)]))];
}

function isRunning(line: ListedSession): boolean {
  return "summary" in line && line.summary.state === "running";
}

/** Those that the words name, each once, as `findSession` finds them; all are found before any is taken. */
export async function sessionsNamed(
  listed: readonly ListedSession[],
  words: readonly (string | undefined)[],
  cwd: string,
): Promise<readonly ListedSession[]> {
  const known = { sessions: { list: async () => listed } };
  const ids = new Set<string>();
  for (const word of words) ids.add(await findSession(known, word, cwd));
  return [...ids].flatMap((id) => listed.filter(({ session }) => session === id));
}

/** Removing is refused while one of them is written. Throws `SessionError` `locked`. */
export function refuseRunning(chosen: readonly ListedSession[]): void {
  const running = chosen.find(isRunning);
  if (!running) return;
  throw new SessionError("locked", `${running.session} is being worked on now; nothing was removed.`, {
    hint: "Wait until its run has ended, or end it.",
  });
}
