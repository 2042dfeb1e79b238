import type { SessionCommand } from "./command.ts";
import { loadRemember, loadRunShell } from "./later.ts";

/** What the user does beside the model, and the model then knows. What does it is loaded when it is called. */
export const userCommands: readonly SessionCommand[] = [
  {
    name: "shell",
    argument: { hint: "COMMAND" },
    description:
      "Run a command of your own, also as !COMMAND; the model reads its output with your next message",
    run: async (text, scope) => (await loadRunShell()).runShell(text, scope),
  },
  {
    name: "remember",
    argument: { hint: "TEXT" },
    description: "Remember it in later sessions, also as # TEXT; asks whether for you or for this project",
    run: async (argument, scope) => (await loadRemember()).remember(argument, scope),
  },
];
