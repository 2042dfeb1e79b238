import { describeError, exitCodes, type SessionError } from "@skein/protocol";
import { sayError } from "../output/say-error.ts";

/** After what could be read was shown. @returns the exit code. */
export function sayDamage(damage: SessionError | undefined): number {
  if (!damage) return exitCodes.done;
  sayError(describeError(damage), process.stderr);
  return exitCodes.usage;
}
