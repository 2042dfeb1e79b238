import { findSession, machineSessions } from "@skein/host/sessions";
import type { Sessions } from "@skein/runtime";
import { thisMachine } from "../machine.ts";

/** Of whoever runs this. Throws `ConfigError` when there is no home folder. */
export function userSessions(): Promise<Sessions> {
  return machineSessions(thisMachine());
}

export interface UserSession extends AsyncDisposable {
  readonly sessions: Sessions;
  readonly session: string;
}

/** The session that a word names, or without one the last one of this folder. Throws `SessionError` `not-found`. */
export async function userSession(word: string | undefined): Promise<UserSession> {
  await using stack = new AsyncDisposableStack();
  const sessions = stack.use(await userSessions());
  const session = await findSession({ sessions }, word, process.cwd());
  const opened = stack.move();
  return { sessions, session, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
