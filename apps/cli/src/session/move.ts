import type { Command } from "@skein/command-line";
import { moveNamed } from "@skein/host/sessions";
import { defineCommand } from "../arguments/command-line.ts";
import { jsonFlag } from "../arguments/common-flags.ts";
import { thisMachine } from "../machine.ts";
import { note, printJson } from "../print.ts";

const words = {
  push: { title: "copies a session of this machine to the database", to: "the database" },
  pull: { title: "copies a session of the database to this machine", to: "this machine" },
} as const;

/** Both ways are one command. */
export function moveCommand(way: keyof typeof words): Command {
  const { title, to } = words[way];
  return defineCommand({
    name: `session ${way}`,
    help: {
      title,
      usage: ["[ID|NAME] [flags]"],
      text: `All entries and what they name, as they are, and the sessions of its subagents; what undoes changes of files stays. What is
there already is left: the same again brings what was added since, and goes on where it was interrupted. A session that
has become another one there is refused.`,
      examples: [`skein session ${way} ID --database-url postgres://me@db.example/skein`],
    },
    flags: {
      "database-url": { value: "URL", description: "The database; default: the setting journal" },
      json: jsonFlag,
    },
    words: 1,
    run: async ({ json }, [word]) => {
      const moved = await moveNamed(thisMachine(), way, word, process.cwd());
      const { session, entries, written, subagents } = moved;
      if (json) return printJson({ id: session, entries, written, subagents });
      const others = subagents === 0 ? "" : ` With it: ${subagents} of subagents.`;
      note(`${session}: ${written} of ${entries} entries were new to ${to}.${others}`);
    },
  });
}
