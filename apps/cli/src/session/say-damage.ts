import { exitCodes, type SessionError } from "@skein/protocol";
import { sayError } from "../output/say-error.ts";
import { saidError } from "../wording/next-step.ts";

/** After what could be read was shown. @returns the exit code. */
export function sayDamage(damage: SessionError | undefined): number {
  if (!damage) return exitCodes.done;
  sayError(saidError(damage), process.stderr);
  return exitCodes["not-started"];
}
