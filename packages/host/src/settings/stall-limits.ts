import type { Machine } from "../machine.ts";
import { userSettings } from "./user-entries.ts";

/** How long a model may be silent, in milliseconds: before the first byte of its reply and after it. */
export interface StallLimits {
  readonly firstByteMs?: number;
  readonly idleMs?: number;
}

/** What the environment or the user's own files say; a project's do not count. */
export async function stallLimits(machine: Machine): Promise<StallLimits | undefined> {
  const { stallTimeoutMs } = (await userSettings(machine)).values;
  return stallTimeoutMs === undefined ? undefined : { firstByteMs: stallTimeoutMs, idleMs: stallTimeoutMs };
}
