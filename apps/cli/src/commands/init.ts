import { workingFolder } from "@skein/command-line";
import { runFlags } from "@skein/command-line/flags";
import { writeProjectNotes } from "@skein/command-line/init";
import { cleanText } from "@skein/terminal";
import { defineCommand } from "../arguments/command-line.ts";
import { note } from "../print.ts";

export const main = defineCommand({
  name: "init",
  help: {
    title: "writes an AGENTS.md for a project",
    usage: ["[--cwd DIR]"],
    text: `It looks at the project's files for the commands that build and test it; it runs nothing and asks no model. An
AGENTS.md that is there is not overwritten.`,
    examples: ["skein init"],
  },
  flags: { cwd: runFlags.cwd },
  run: async ({ cwd }) => {
    const { path, commands } = await writeProjectNotes(workingFolder(cwd));
    note(`Written: ${path}`);
    for (const { purpose, command, source } of commands)
      note(cleanText(`  ${purpose}: ${command} (${source})`));
    note("Add what cannot be seen from the code: conventions, what not to touch.");
  },
});
