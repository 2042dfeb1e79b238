import { SessionError } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import type { Machine } from "@skein/host";
import { connectToOwner } from "../owner-socket/connect-to-owner.ts";
import { socketPlace } from "../owner-socket/socket-place.ts";
import { chosenSession, type ChosenSession, findSession } from "@skein/host/sessions";
import { sessionsAtWork } from "./sessions-at-work.ts";

/**
 * The session that a word names, which another process must have open; without a word the only one that is open, or the
 * only one that asks or runs. Throws `SessionError` `not-found`.
 */
export async function findRunning(
  machine: Pick<Machine, "directories">,
  sessions: Pick<Sessions, "list" | "openQuestions">,
  wanted: { readonly word: string | undefined; readonly cwd: string },
): Promise<ChosenSession> {
  const session = await namedOrOnly(machine, sessions, wanted);
  using owner = await connectToOwner(socketPlace(machine.directories, session), session);
  if (!owner)
    throw new SessionError("not-found", `No process has the session ${session} open.`, {
      nextStep: { do: "send-message", session },
    });
  const listed = (await sessions.list()).find((line) => line.session === session);
  return chosenSession(listed ?? { session, damaged: "" });
}

async function namedOrOnly(
  machine: Pick<Machine, "directories">,
  sessions: Pick<Sessions, "list" | "openQuestions">,
  { word, cwd }: { readonly word: string | undefined; readonly cwd: string },
): Promise<string> {
  if (word !== undefined) return findSession({ sessions }, word, cwd);
  const live = (await sessionsAtWork(machine, sessions, { since: Infinity })).filter(
    ({ pid }) => pid !== undefined,
  );
  const busy = live.filter(({ state }) => state !== "open");
  const [only] = live.length === 1 ? live : busy;
  if (only && (live.length === 1 || busy.length === 1)) return only.session;
  if (live.length === 0)
    throw new SessionError("not-found", "No process of this machine has a session open.", {
      nextStep: { do: "list-sessions" },
    });
  const names = live.map(({ session, state }) => `${session} (${state})`).join(", ");
  throw new SessionError("not-found", `Which session? ${live.length} are open: ${names}.`);
}
