import type { OutcomeError } from "@skein/protocol";
import { cleanText, paintFor } from "@skein/terminal";

/** Writes one line that says what is wrong, and its hint on lines of its own. */
export function writeError({ message, hint }: OutcomeError, stream: NodeJS.WriteStream): void {
  stream.write(`${paintFor(stream)("error", "skein:")} ${cleanText(message)}\n`);
  if (hint !== undefined) stream.write(`${cleanText(hint).replace(/^/gm, "  ")}\n`);
}
