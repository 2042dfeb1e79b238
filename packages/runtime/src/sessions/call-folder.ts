import { createHash } from "node:crypto";
import { join } from "node:path";

/** Where a call's files are kept. Ids come from vendors, so one that is no plain name is hashed. */
export function callFolder(sessions: string, session: string, callId: string): string {
  const name = /^[A-Za-z0-9_-]{1,64}$/.test(callId)
    ? callId
    : createHash("sha256").update(callId).digest("hex").slice(0, 32);
  return join(sessions, session, "calls", name);
}
