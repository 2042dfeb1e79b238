import { isPidInUse, isProcessRunning, type ProcessIdentity } from "@skein/platform/process";

/**
 * Whether a process is alive, as seen by `self`. Does not rely on clocks, which jump.
 *
 * @returns `undefined` when it cannot be seen from here: another container, or a system without /proc, where its
 *   pid may have been reused.
 */
export function isAlive(holder: ProcessIdentity, self: ProcessIdentity): boolean | undefined {
  if (holder.host === self.host && holder.boot !== self.boot) return false; // this machine was rebooted
  if (holder.boot !== self.boot || holder.pidSpace !== self.pidSpace) return undefined;
  if (holder.started !== null) return isProcessRunning(holder);
  return holder.host === self.host && !isPidInUse(holder.pid) ? false : undefined;
}
