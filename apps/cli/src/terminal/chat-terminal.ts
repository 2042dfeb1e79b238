import type { ChatTerminal } from "@skein/terminal-chat";
import { editorOf } from "@skein/terminal";

/** Standard input and output as the terminal of a chat, and the signals of this process. */
export function chatTerminal(): ChatTerminal {
  return {
    input: process.stdin,
    output: process.stdout,
    env: process.env,
    onInterrupt: (listener) => listen(["SIGINT"], listener),
    onContinue: (listener) => listen(["SIGCONT"], listener),
    // Before a defect is reported, and when something ends the process at once.
    onExit: (listener) => listen(["uncaughtExceptionMonitor", "exit"], listener),
    edit: editorOf(process.env),
    suspend: process.platform === "win32" ? undefined : () => void process.kill(process.pid, "SIGTSTP"),
  };
}

function listen(events: readonly string[], listener: () => void): () => void {
  for (const event of events) process.on(event, listener);
  return () => {
    for (const event of events) process.off(event, listener);
  };
}
