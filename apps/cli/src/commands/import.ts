import { resolve } from "node:path";
import { oneOf } from "@skein/command-line";
import { jsonFlag } from "@skein/command-line/flags";
import { areas, programs, type Area } from "@skein/imports";
import { ConfigError } from "@skein/protocol";
import { defineCommand } from "../arguments/command-line.ts";
import { loadImportProgram, loadListPrograms } from "../later.ts";

export const main = defineCommand({
  name: "import",
  help: (flags) => `skein import: take over settings from another agent

Usage
  skein import              the agents found here, and what could be taken from each
  skein import PROGRAM      shows what would change, asks, then writes
                            PROGRAM: ${Object.keys(programs).join(", ")}

Taken are settings, MCP servers, rules for tools, notes for the model and keys of providers, as far as Skein
can have the same. An allowance never becomes more than it was. What Skein has already stays, unless
--overwrite. Nothing of the other agent is changed. Before a file is changed, a copy is kept beside it.

Examples
  skein import goose --dry-run
  skein import claude --only extensions,memory --yes
  skein import codex --from ~/backup/.codex --json

Flags
${flags}

Exit codes
  0 done, or nothing to do · 2 something is wrong · 7 no one can be asked here: add --yes · 130 cancelled, nothing was written
`,
  flags: {
    from: { value: "DIR", description: "The program's folder; default: where it keeps its settings" },
    only: { value: "AREAS", description: "By comma: settings, extensions, permissions, memory, secrets" },
    overwrite: { description: "Replace what Skein has; a stricter rule stays" },
    "dry-run": { description: "Only show what would change" },
    yes: { short: "y", description: "Write without asking" },
    json: jsonFlag,
  },
  words: 1,
  run: async (flags, words) => {
    const [id] = words;
    if (id === undefined) {
      if (flags.from !== undefined) {
        throw new ConfigError("usage", "--from needs the name of a program.", {
          hint: `Give one of: ${Object.keys(programs).join(", ")}.`,
        });
      }
      const { listPrograms } = await loadListPrograms();
      return listPrograms(flags.json ?? false);
    }
    const { importProgram } = await loadImportProgram();
    const from = flags.from === undefined ? undefined : resolve(flags.from);
    return importProgram(
      { id, from },
      {
        only: flags.only === undefined ? areas : areasIn(flags.only),
        overwrite: flags.overwrite ?? false,
        isDryRun: flags["dry-run"] ?? false,
        isAgreed: flags.yes ?? false,
        asJson: flags.json ?? false,
      },
    );
  },
});

function areasIn(text: string): readonly Area[] {
  const words = text.split(",").map((word) => word.trim());
  return words.map((word) => oneOf(word, areas, `--only cannot be ${JSON.stringify(word)}.`));
}
