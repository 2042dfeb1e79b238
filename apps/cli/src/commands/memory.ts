import { spawnSync } from "node:child_process";
import { forgetHere, memoriesHere, memoryFileFor } from "@skein/host/memory";
import { ConfigError, exitCodes } from "@skein/protocol";
import { commandWords } from "@skein/settings";
import { cleanText, jsonText } from "@skein/terminal";
import { memoryLines } from "@skein/terminal-views/memory";
import { commandGroup } from "../arguments/command-group.ts";
import { jsonFlag } from "../arguments/common-flags.ts";
import { defineCommand } from "../arguments/define-command.ts";
import { thisMachine } from "../machine.ts";
import { note } from "../print.ts";

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

type Run = Parameters<typeof defineCommand<{ readonly json: typeof jsonFlag }>>[0]["run"];

const command = (name: string, words: number, run: Run) => async () => ({
  main: defineCommand({ name: `memory ${name}`, help: () => help, flags: { json: jsonFlag }, words, run }),
});

function categoryIn([category]: readonly string[]): string {
  if (category !== undefined) return category;
  throw new ConfigError("usage", "A category is missing.", { hint: "skein memory list shows them." });
}

export const main = commandGroup("memory", help, {
  list: command("list", 0, async ({ json }) => {
    const files = await memoriesHere(thisMachine(), process.cwd());
    const text = json ? jsonText({ memories: files }, 2) : memoryLines(files).join("\n");
    process.stdout.write(`${cleanText(text)}\n`);
  }),
  edit: command("edit", 1, async (_, words) => {
    const path = await memoryFileFor(thisMachine(), process.cwd(), categoryIn(words));
    const [editor, ...args] = commandWords(process.env["VISUAL"] ?? process.env["EDITOR"] ?? "") ?? [];
    if (editor === undefined || editor === "")
      throw new ConfigError("usage", "Neither VISUAL nor EDITOR names an editor.", {
        hint: `Edit ${path} yourself.`,
      });
    const { status, error } = spawnSync(editor, [...args, path], { stdio: "inherit" });
    if (error)
      throw new ConfigError("usage", `${editor} could not be started.`, { hint: `Edit ${path} yourself.` });
    return status === 0 ? exitCodes.done : exitCodes.usage;
  }),
  forget: command("forget", 2, async (_, words) => {
    const count = await forgetHere(thisMachine(), process.cwd(), {
      category: categoryIn(words),
      text: words[1],
    });
    note(`Forgot ${count} of ${categoryIn(words)}.`);
  }),
});
