import { SessionError } from "@skein/protocol";
import type { Runtime } from "@skein/runtime";

export interface SessionChoice {
  readonly resume: boolean;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly cwd: string;
}

/** A session to go on with: who it was talked with last, if known. */
export interface ChosenSession {
  readonly session: string;
  readonly provider: string | undefined;
  readonly model: string | undefined;
}

/**
 * @returns the session to resume; `undefined` when a new one is wanted. Throws `SessionError` `not-found` when there
 *   is none that fits.
 */
export async function chooseSession(
  runtime: Runtime,
  choice: SessionChoice,
): Promise<ChosenSession | undefined> {
  const { resume, id, name, cwd } = choice;
  if (!resume) return undefined;
  const sessions = await runtime.sessions();
  const found = sessions.find((listed) => {
    if (id !== undefined) return listed.session === id;
    if (!("summary" in listed)) return false;
    return name === undefined ? listed.summary.cwd === cwd : listed.summary.name === name;
  });
  if (!found)
    throw new SessionError("not-found", notFound(choice), { hint: "Without -r a new session is started." });
  const { provider, model } = "summary" in found ? found.summary : {};
  return { session: found.session, provider, model };
}

function notFound({ id, name, cwd }: SessionChoice): string {
  if (id !== undefined) return `There is no session ${id}.`;
  return name === undefined ? `No session was held in ${cwd} yet.` : `There is no session named "${name}".`;
}
