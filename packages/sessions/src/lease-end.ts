import { isPidInUse, isProcessRunning, type ProcessIdentity } from "@skein/platform/process";

/** When a lease expires unless it is renewed: milliseconds since the epoch. */
interface Term {
  readonly expires: number;
  /** When `expires` was set. */
  readonly renewed?: number | null;
}

/**
 * Whether a holder has lost its lease, as seen by `self`.
 *
 * A process that `self` can see keeps it while it lives, whatever the clock says, and loses it when it dies. Where
 * that cannot be seen (another host or container, or no /proc) `expires` decides.
 */
export function isGone(holder: ProcessIdentity & Term, self: ProcessIdentity, now: number): boolean {
  const hasExpired = isOver(holder, now);
  if (holder.boot !== null && holder.boot === self.boot && holder.started !== null) {
    return holder.pidSpace === self.pidSpace ? !isProcessRunning(holder) : hasExpired;
  }
  if (holder.host !== self.host || holder.pidSpace !== self.pidSpace) return hasExpired;
  if (holder.boot !== self.boot) return true; // this machine has been rebooted since
  return hasExpired || !isPidInUse(holder.pid);
}

/** Whether `self` can see that the holder is no longer running. */
export function isSeenDead(holder: ProcessIdentity, self: ProcessIdentity): boolean {
  const isVisible = holder.boot !== null && holder.boot === self.boot && holder.pidSpace === self.pidSpace;
  return isVisible && holder.started !== null && !isProcessRunning(holder);
}

/**
 * A living holder renews long before expiry. An expiry more than two terms away was therefore written before the
 * clock was set back, by a holder that has not renewed since.
 */
function isOver({ expires, renewed }: Term, now: number): boolean {
  if (expires <= now) return true;
  return typeof renewed === "number" && expires - now > 2 * (expires - renewed);
}
