import type { LiveSession } from "./live-session.ts";

/** A session whose settings are not known here: a fork, or another session with them, would have other rights. */
export function withoutOthers(session: LiveSession, why: unknown): LiveSession {
  const refuse = (): never => {
    throw why;
  };
  return { ...session, fork: async () => refuse(), other: refuse };
}

/** A session that can be read and not be worked in: each try says why. */
export function onlyShown(session: LiveSession, why: unknown): LiveSession {
  const refuse = async (): Promise<never> => {
    throw why;
  };
  const work = {
    send: refuse,
    steer: refuse,
    prepare: refuse,
    answer: refuse,
    note: refuse,
    compact: refuse,
  };
  return { ...withoutOthers(session, why), ...work };
}
