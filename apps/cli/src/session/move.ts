import { jsonFlag, runFlags } from "@skein/command-line/flags";
import { moveNamed } from "@skein/host/sessions";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { note, printJson } from "../print.ts";

export const push = moveCommand("push", "this machine", "the database");
export const pull = moveCommand("pull", "the database", "this machine");

function moveCommand(way: "push" | "pull", from: string, to: string) {
  return defineCommand({
    name: `session ${way}`,
    help: {
      title: `copies a session from ${from} to ${to}`,
      usage: ["[ID|NAME] [flags]"],
      text: `All entries and what they name, as they are, and the sessions of its subagents; what undoes changes of files stays. What is
there already is left: the same again brings what was added since, and goes on where it was interrupted. A session that
has become another one there is refused.`,
      examples: [`skein session ${way} ID --database-url postgres://me@db.example/skein`],
    },
    flags: { "database-url": runFlags["database-url"], json: jsonFlag },
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
