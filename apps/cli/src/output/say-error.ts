import type { OutcomeError } from "@skein/protocol";
import { cleanText, paintFor } from "@skein/terminal";
import { withNextStep } from "../wording/next-step.ts";

/** One line that says what is wrong, and the way out on lines of its own. */
export function sayError(error: OutcomeError, stream: NodeJS.WriteStream): void {
  const { message, hint } = withNextStep(error);
  stream.write(`${paintFor(stream)("red", "skein:")} ${cleanText(message)}\n`);
  if (hint !== undefined) stream.write(`${cleanText(hint).replace(/^/gm, "  ")}\n`);
}
