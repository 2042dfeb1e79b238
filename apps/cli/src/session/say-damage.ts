import { exitCodes, type SessionError } from "@skein/protocol";
import { openErrorText } from "../output/error-text.ts";
import { sayError } from "../output/say-error.ts";

/** After what could be read was shown. @returns the exit code. */
export async function sayDamage(damage: SessionError | undefined): Promise<number> {
  if (!damage) return exitCodes.done;
  const errorText = await openErrorText();
  sayError(errorText(damage), process.stderr);
  return exitCodes["not-started"];
}
