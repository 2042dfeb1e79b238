import type { ProcessIdentity } from "@skein/platform/process";
import { isGone } from "../lease-end.ts";
import { heldLease, lockedBy, type HeldLease, type LeaseRequest } from "../lease.ts";
import type { JournalFile } from "./journal-file.ts";

// A lease need not survive a reboot, after which no process holds one.
const survivesTheMachine = false;

/** Throws `locked` when another process holds it. */
export function takeLease(file: JournalFile, request: LeaseRequest): void {
  const now = Date.now();
  const mine = heldLease(request, now);
  file.write(survivesTheMachine, () => {
    const held = readLease(file);
    if (held && !isGone(held, request.holder, now)) throw lockedBy(request.session, held, request.holder);
    file
      .statement("INSERT OR REPLACE INTO lease VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .run(
        mine.token,
        mine.owner,
        mine.pid,
        mine.started,
        mine.host,
        mine.boot,
        mine.pidSpace,
        mine.since,
        mine.expires,
        mine.renewed,
      );
  });
}

/** Throws `locked` when it is no longer held under this token. */
export function renewLease(file: JournalFile, { session, token, ttlMs, holder }: LeaseRequest): void {
  const now = Date.now();
  file.write(survivesTheMachine, () => {
    const renewed = file
      .statement("UPDATE lease SET expires = ?, renewed = ? WHERE token = ?")
      .run(now + ttlMs, now, token);
    if (renewed.changes === 0) throw lockedBy(session, readLease(file), holder);
  });
}

export function dropLease(file: JournalFile, token: string): void {
  file.write(survivesTheMachine, () => file.statement("DELETE FROM lease WHERE token = ?").run(token));
}

/** Whether a process holds the lease now. */
export function isLeased(file: JournalFile, self: ProcessIdentity): boolean {
  const held = readLease(file);
  return held !== undefined && !isGone(held, self, Date.now());
}

function readLease(file: JournalFile): HeldLease | undefined {
  const row = file.statement("SELECT * FROM lease").get();
  if (!row) return undefined;
  const { pid_space: pidSpace, renewed = null, ...rest } = row;
  return { ...rest, pidSpace, renewed } as unknown as HeldLease;
}
