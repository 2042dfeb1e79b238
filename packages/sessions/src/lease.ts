import type { ProcessIdentity } from "@skein/platform/process";
import { SessionError } from "@skein/protocol";

export interface LeaseRequest {
  readonly session: string;
  /** Random, unique for this lease. */
  readonly token: string;
  readonly owner: string;
  readonly ttlMs: number;
  readonly holder: ProcessIdentity;
}

/** A lease as a store saves it. */
export interface HeldLease extends ProcessIdentity {
  readonly token: string;
  readonly owner: string;
  /** Milliseconds since the epoch, as are the next two. */
  readonly since: number;
  readonly expires: number;
  /** When `expires` was set; `null` in files of the first version. */
  readonly renewed: number | null;
}

export function heldLease({ token, owner, ttlMs, holder }: LeaseRequest, now: number): HeldLease {
  return { token, owner, ...holder, since: now, expires: now + ttlMs, renewed: now };
}

/** Says who is writing a session, and what to do about it. */
export function lockedBy(session: string, held: HeldLease | undefined, self: ProcessIdentity): SessionError {
  if (!held) {
    return new SessionError("locked", `The lease of session ${session} was lost: another process took it.`, {
      hint: "Resume the session, start another one, or fork this one.",
      nextStep: { do: "fork-session", session },
    });
  }
  const since = new Date(held.since).toISOString();
  const isSelf = held.pid === self.pid && held.host === self.host && held.started === self.started;
  const who = isSelf ? `this process (${held.pid})` : `process ${held.pid}`;
  return new SessionError(
    "locked",
    `Session ${session} is in use by ${who} on ${held.host} since ${since}.`,
    {
      hint: isSelf
        ? "Wait for the other run to end, start another session, or fork this one."
        : "Wait for that process to end, stop it, start another session, or fork this one.",
      nextStep: { do: "fork-session", session },
    },
  );
}
