import { spawnSync } from "node:child_process";
import { forgetHere, memoriesHere, memoryFileFor } from "@skein/host/memory";
import { ConfigError, exitCodes } from "@skein/protocol";
import { commandWords } from "@skein/settings";
import { memoryLines } from "@skein/terminal-views/memory";
import { commandGroup, groupCommands } from "../arguments/command-group.ts";
import { jsonFlag } from "../arguments/common-flags.ts";
import { thisMachine } from "../machine.ts";
import { note, print, printJson } from "../print.ts";

const help = `skein memory: what is remembered across sessions

Usage
  skein memory list                    what counts in this folder: yours, and the project's
  skein memory edit CATEGORY           in your editor (VISUAL or EDITOR); a new one begins as Markdown
  skein memory forget CATEGORY [TEXT]  one entry by its exact text, or all of a category

The model remembers with the built-in extension memory: skein run --with-builtin memory

Examples
  skein memory list --json
  skein memory forget build
`;

const command = groupCommands("memory", help, { json: jsonFlag });
const category = ["A category"] as const;

export const main = commandGroup("memory", help, {
  list: command(async ({ json }) => {
    const memories = await memoriesHere(thisMachine(), process.cwd());
    if (json) printJson({ memories });
    else memoryLines(memories).forEach(print);
  }),
  edit: command(editMemory, { needs: category }),
  forget: command(
    async (_, [name, text]) => {
      const count = await forgetHere(thisMachine(), process.cwd(), { category: name, text });
      note(`Forgot ${count} of ${name}.`);
    },
    { needs: category, words: 2 },
  ),
});

async function editMemory(_: unknown, [name]: readonly [string, ...string[]]): Promise<number> {
  const path = await memoryFileFor(thisMachine(), process.cwd(), name);
  const [editor, ...args] = commandWords(process.env["VISUAL"] ?? process.env["EDITOR"] ?? "") ?? [];
  if (editor === undefined || editor === "")
    throw new ConfigError("usage", "Neither VISUAL nor EDITOR names an editor.", {
      hint: `Edit ${path} yourself.`,
    });
  const { status, error } = spawnSync(editor, [...args, path], { stdio: "inherit" });
  if (error)
    throw new ConfigError("usage", `${editor} could not be started.`, { hint: `Edit ${path} yourself.` });
  return status === 0 ? exitCodes.done : exitCodes.usage;
}
