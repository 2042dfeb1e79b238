import type { Sessions } from "@skein/runtime";
import type { OpeningWishes } from "../opening-settings.ts";
import type { LiveSessionParts } from "./create-live-session.ts";
import type { LiveSession, OwnerSocket } from "./live-session.ts";

/** Shares open sessions among the processes of a machine; `@skein/session-processes` does so by sockets. */
export interface SessionSharing {
  /** Lets other processes join a session that is open here. `undefined`: the system has no way. */
  readonly ownerSocket: (session: LiveSession) => OwnerSocket | undefined;
  /**
   * Joins the process that has a session open. Throws `SessionError` `locked` if it cannot do what is wished.
   *
   * @param here - the parts of the session if it were opened here.
   * @returns the session, or `undefined` if no other process can be reached.
   */
  attach(here: LiveSessionParts, wishes: Omit<OpeningWishes, "last">): Promise<LiveSession | undefined>;
  /**
   * Answers an open question in the process that has the session open, or through `sessions` if no process has. Rejects as
   * `Sessions.answer` does.
   */
  answer(sessions: Pick<Sessions, "answer">, ...given: Parameters<Sessions["answer"]>): Promise<void>;
}
