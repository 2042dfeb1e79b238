import type { OutcomeError } from "@skein/protocol";
import { writeError } from "@skein/terminal-chat/run";
import { withNextStep } from "../wording/next-step.ts";

/** One line that says what is wrong, and what to do about it on lines of its own. */
export function sayError(error: OutcomeError, stream: NodeJS.WriteStream): void {
  writeError(withNextStep(error), stream);
}
