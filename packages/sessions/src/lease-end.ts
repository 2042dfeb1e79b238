import { isPidInUse, isProcessRunning, type ProcessIdentity } from "@skein/local-store";

/** Until when a lease is good unless it is renewed: milliseconds since the epoch. */
interface Term {
  readonly expires: number;
  /** When `expires` was set. */
  readonly renewed?: number | null;
}

/**
 * Whether a holder has lost its right, seen from `self`.
 *
 * A process that `self` can see keeps it for as long as it lives, whatever the clock says, and loses it with its
 * death. Where that cannot be seen (another host or container, or no /proc) `expires` decides.
 */
export function isGone(holder: ProcessIdentity & Term, self: ProcessIdentity, now: number): boolean {
  const hasExpired = isOver(holder, now);
  if (holder.boot !== null && holder.boot === self.boot && holder.started !== null) {
    return holder.pidSpace === self.pidSpace ? !isProcessRunning(holder) : hasExpired;
  }
  if (holder.host !== self.host || holder.pidSpace !== self.pidSpace) return hasExpired;
  if (holder.boot !== self.boot) return true; // this machine has been started anew since
  return hasExpired || !isPidInUse(holder.pid);
}

/**
 * A living holder renews long before the end. So a term that ends further off than two of its lengths was written
 * before the clock was set back, by one who has not renewed it since.
 */
function isOver({ expires, renewed }: Term, now: number): boolean {
  if (expires <= now) return true;
  return typeof renewed === "number" && expires - now > 2 * (expires - renewed);
}
