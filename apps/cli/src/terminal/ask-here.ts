import type { AskUser } from "@skein/protocol";
import { askInTerminal } from "@skein/terminal-chat/ask";

/** Asks on standard error, and reads standard input. @param cwd - where relative paths of a call start. */
export function askHere(cwd: string): AskUser {
  const interrupt = () => void process.kill(process.pid, "SIGINT");
  return askInTerminal({ input: process.stdin, output: process.stderr, interrupt }, cwd);
}
