import type { PromptDialogs } from "@skein/terminal/prompts";
import { loadTerminalPrompts } from "./later.ts";

/** Asks at the terminal; what is drawn goes to standard error, so that standard output stays free for results. */
export async function promptsHere(): Promise<PromptDialogs> {
  const { terminalPrompts } = await loadTerminalPrompts();
  return terminalPrompts(process.stdin, process.stderr);
}
