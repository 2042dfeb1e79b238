import type { OutcomeError } from "@skein/protocol";
import { cleanText } from "../terminal/clean-text.ts";
import { paintFor } from "../terminal/style.ts";

/** One line that says what is wrong, and the way out on lines of its own. */
export function sayError({ message, hint }: OutcomeError, stream: NodeJS.WriteStream): void {
  stream.write(`${paintFor(stream)("red", "skein:")} ${cleanText(message)}\n`);
  if (hint !== undefined) stream.write(`${cleanText(hint).replace(/^/gm, "  ")}\n`);
}
