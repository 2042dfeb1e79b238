import { isJsonObject, type Tool } from "@skein/protocol";
import type { KnownFiles } from "./known-files.ts";
import { shownByCommand } from "./shown-by-command.ts";

/** The shell, after whose commands the files count as known that they have shown. */
export function notingShown(shell: Tool, known: KnownFiles): Tool {
  return {
    ...shell,
    async call(value, context) {
      const outcome = await shell.call(value, context);
      const command = isJsonObject(value) ? value["command"] : undefined;
      if (typeof command !== "string") return outcome;
      for (const { path, content } of shownByCommand(command, context.cwd)) {
        await known.note(path, content, context);
      }
      return outcome;
    },
  };
}
