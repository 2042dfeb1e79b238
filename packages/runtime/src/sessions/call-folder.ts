import { createHash } from "node:crypto";
import { join } from "node:path";

/** The folder for a call's files. Ids come from vendors, so an id that is not a plain name is hashed. */
export function callFolder(sessions: string, session: string, callId: string): string {
  const name = /^[A-Za-z0-9_-]{1,64}$/.test(callId)
    ? callId
    : createHash("sha256").update(callId).digest("hex").slice(0, 32);
  return join(sessions, session, "calls", name);
}
