import { ConfigError, SessionError } from "@skein/protocol";
import type { DamagedSession, ListedSession, Runtime } from "@skein/runtime";
import type { runFlags } from "./flags.ts";
import type { Parsed } from "./parse-flags.ts";
import { withoutSubagents } from "@skein/host/sessions";
import { refuseUnplaced } from "../session/unplaced.ts";

export interface SessionChoice {
  readonly resume: boolean;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly cwd: string;
}

/** A session to go on with: who it was talked with last and where, if known. */
export interface ChosenSession {
  readonly session: string;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly cwd: string | undefined;
}

/** Finds the session to go on with. */
export type ChooseSession = (runtime: Runtime, cwd: string) => Promise<ChosenSession>;

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
  const all = await runtime.sessions.list();
  // A subagent's is gone on with only when somebody means this very one.
  const meant = id === undefined ? withoutSubagents(all) : all;
  const found = meant.find((listed) => {
    if (id !== undefined) return listed.session === id;
    if (!("summary" in listed)) return name === undefined && listed.cwd === cwd && !listed.child;
    if (listed.summary.child) return false;
    return name === undefined ? listed.summary.cwd === cwd : listed.summary.name === name;
  });
  if (id === undefined) refuseUnplaced(meant, found, { name, cwd });
  if (found && id === undefined && !("summary" in found)) throw lastIsDamaged(found);
  if (!found) {
    const hint = "Without -r a new session is started.";
    throw new SessionError("not-found", notFound(choice), { hint });
  }
  return chosenSession(found);
}

export function chosenSession(listed: ListedSession): ChosenSession {
  const { provider, model, cwd } = "summary" in listed ? listed.summary : {};
  return { session: listed.session, provider, model, cwd };
}

/** Nobody goes on with an older session than he thinks he does. */
function lastIsDamaged({ session, damaged }: DamagedSession): SessionError {
  return new SessionError("damaged", `The last session of this folder is damaged. ${damaged}`, {
    hint: `\`skein session show ${session}\` shows what can be read of it. To go on with another one, name it: --session-id ID`,
  });
}

function notFound({ id, name, cwd }: SessionChoice): string {
  if (id !== undefined) return `There is no session ${id}.`;
  return name === undefined ? `No session was held in ${cwd} yet.` : `There is no session named "${name}".`;
}

/** Where a session is to be forked; `at` is its last entry that the fork has. */
export interface ForkChoice {
  readonly at: number | undefined;
}

type ForkFlags = Pick<Parsed<typeof runFlags>, "fork" | "at" | "resume" | "no-session">;

/** @returns `undefined` when no fork is wanted. Throws `ConfigError` for flags that do not go together. */
export function forkChoice(flags: ForkFlags): ForkChoice | undefined {
  const { fork, at, resume } = flags;
  if (!fork) {
    if (at === undefined) return undefined;
    throw new ConfigError("usage", "--at says where to fork, so it needs --fork.", {
      hint: "skein run -r --fork --at SEQ …",
    });
  }
  if (!resume) {
    throw new ConfigError("usage", "--fork needs a session to fork.", {
      hint: "Add -r, with --session-id ID or -n NAME where the last one here is not meant.",
    });
  }
  if (flags["no-session"]) {
    throw new ConfigError("usage", "--fork makes a session, and --no-session keeps none.", {
      hint: "Leave one of them out.",
    });
  }
  return { at: at === undefined ? undefined : entryNumber("--at", at) };
}

/** Throws `ConfigError` that names the flag. */
export function entryNumber(flag: string, text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new ConfigError("usage", `${flag} cannot be "${text}".`, {
    hint: "Give the number of an entry: `skein session show ID --entries` lists them.",
  });
}
