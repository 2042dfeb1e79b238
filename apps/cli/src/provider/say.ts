import { cleanText } from "../terminal/clean-text.ts";

/** A line for the person, beside what a command gives out. */
export function say(text: string): void {
  process.stderr.write(`skein: ${cleanText(text)}\n`);
}
