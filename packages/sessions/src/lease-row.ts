import { SessionError } from "@skein/protocol";
import { isGone, type Holder } from "./holder.ts";
import type { JournalFile } from "./journal-file.ts";

interface LeaseRow extends Holder {
  readonly token: string;
  readonly owner: string;
  readonly since: number;
  readonly expires: number;
}

export interface LeaseRequest {
  readonly session: string;
  /** Made up for this one lease. */
  readonly token: string;
  readonly owner: string;
  readonly ttlMs: number;
  readonly holder: Holder;
}

// A lease need not survive the machine: after a boot nobody holds one.
const survivesTheMachine = false;

/** Throws `locked` when somebody else holds it. */
export function takeLease(file: JournalFile, request: LeaseRequest): void {
  const { session, token, owner, ttlMs, holder } = request;
  const now = Date.now();
  file.write(survivesTheMachine, () => {
    const held = readLease(file);
    if (held && !isGone(held, holder, now)) throw lockedBy(session, held, holder);
    file
      .statement("INSERT OR REPLACE INTO lease VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .run(
        token,
        owner,
        holder.pid,
        holder.started,
        holder.host,
        holder.boot,
        holder.pidSpace,
        now,
        now + ttlMs,
      );
  });
}

/** Throws `locked` when it is no longer the one given out under this token. */
export function renewLease(file: JournalFile, { session, token, ttlMs, holder }: LeaseRequest): void {
  file.write(survivesTheMachine, () => {
    const renewed = file
      .statement("UPDATE lease SET expires = ? WHERE token = ?")
      .run(Date.now() + ttlMs, token);
    if (renewed.changes === 0) throw lockedBy(session, readLease(file), holder);
  });
}

export function dropLease(file: JournalFile, token: string): void {
  file.write(survivesTheMachine, () => file.statement("DELETE FROM lease WHERE token = ?").run(token));
}

/** Whether somebody has the right to write now. */
export function isLeased(file: JournalFile, self: Holder): boolean {
  const held = readLease(file);
  return held !== undefined && !isGone(held, self, Date.now());
}

function readLease(file: JournalFile): LeaseRow | undefined {
  const row = file
    .statement(
      "SELECT token, owner, pid, started, host, boot, pid_space AS pidSpace, since, expires FROM lease",
    )
    .get();
  return row as unknown as LeaseRow | undefined;
}

/** Says who writes a session, and what to do about it. */
function lockedBy(
  session: string,
  held:
    | {
        readonly pid: number;
        readonly host: string;
        readonly since: number;
        readonly started?: string | null;
      }
    | undefined,
  self: { readonly pid: number; readonly host: string; readonly started?: string | null },
): SessionError {
  if (!held) {
    return new SessionError("locked", `The right to write session ${session} was taken away.`, {
      hint: "Resume the session, or start another one.",
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
        ? "Wait until the other run has ended, or start another session."
        : "Wait until that process has ended, end it, or start another session.",
    },
  );
}
