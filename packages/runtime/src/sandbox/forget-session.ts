import { forgetMade } from "@skein/sandbox/forget-made";
import { sandboxState } from "./untrusted-files.ts";

/** Removes what the sandbox has written down of a session. Throws. */
export function forgetSession(dataFolder: string, session: string): void {
  forgetMade({ state: sandboxState(dataFolder), session });
}
