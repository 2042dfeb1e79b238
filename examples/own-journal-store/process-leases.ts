import { checkSessionId, SessionError, type JournalStore } from "@skein/protocol";

/** The right to write, within this process: a lease ends with its holder, whatever the clock says. */
export function processLeases(): JournalStore["lease"] {
  /** One object a lease, so that each knows whether it still holds. */
  const leases = new Map<string, { readonly owner: string }>();

  return async (session, owner) => {
    checkSessionId(session);
    const holder = leases.get(session);
    if (holder) throw locked(`Session ${session} is in use by ${holder.owner}, in this process.`);
    const mine = { owner };
    leases.set(session, mine);
    return {
      async renew() {
        if (leases.get(session) !== mine) throw locked(`The right to write session ${session} is gone.`);
      },
      async release() {
        if (leases.get(session) === mine) leases.delete(session);
      },
    };
  };
}

function locked(message: string): SessionError {
  return new SessionError("locked", message, {
    hint: "Close the other agent first, or start another session.",
  });
}
