import { isJsonObject, type Tool } from "@skein/protocol";
import { hasIgnoreFile } from "./ignored-by.ts";
import { refuseIgnored } from "./refuse-ignored.ts";

/** Absolute paths of the files and folders that a command names. */
export type CommandPaths = (command: string, cwd: string) => Promise<readonly string[]>;

/** The shell, which does not run commands that name a file that is kept from the model. */
export function refusingIgnored(shell: Tool, commandPaths: CommandPaths | undefined): Tool {
  if (!commandPaths) return shell;
  return {
    ...shell,
    async call(value, context) {
      const command = isJsonObject(value) ? value["command"] : undefined;
      if (typeof command === "string" && hasIgnoreFile(context.cwd)) {
        for (const path of await commandPaths(command, context.cwd)) {
          const refused = refuseIgnored(path);
          if (refused) return refused;
        }
      }
      return shell.call(value, context);
    },
  };
}
