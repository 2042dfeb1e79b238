import { isPidInUse, isProcessRunning, type ProcessIdentity } from "@skein/local-store";

/**
 * Whether a process lives, seen from `self`. No clock is asked: clocks jump.
 *
 * @returns `undefined` when it cannot be seen from here: another container, or a system without /proc, where a later
 *   process may have its number.
 */
export function isAlive(holder: ProcessIdentity, self: ProcessIdentity): boolean | undefined {
  if (holder.host === self.host && holder.boot !== self.boot) return false; // this machine was restarted
  if (holder.boot !== self.boot || holder.pidSpace !== self.pidSpace) return undefined;
  if (holder.started !== null) return isProcessRunning(holder);
  return holder.host === self.host && !isPidInUse(holder.pid) ? false : undefined;
}
