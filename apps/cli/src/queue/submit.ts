import { onlyFlags, onlyGiven, wholeNumber, workingFolder } from "@skein/command-line";
import { submitRun } from "@skein/host/queue";
import { defineCommand } from "../arguments/command-line.ts";
import { jsonFlag } from "../arguments/common-flags.ts";
import { runFlags } from "../arguments/flags.ts";
import { thisMachine } from "../machine.ts";
import { print, printJson } from "../print.ts";

export const main = defineCommand({
  name: "submit",
  help: {
    title: "hands a task to the workers of the database",
    usage: ['"TASK" [flags]'],
    text: `Its session is all that is written to standard output. The folder must have the same path where the workers run.
skein session show reads what it does; with a session that asked and was answered, --session-id and no task go on.`,
    examples: ['skein submit "update the changelog" --cwd /srv/shop --mode accept_edits --share ann/shop'],
  },
  flags: {
    ...onlyFlags(runFlags, "cwd", "provider", "model", "mode", "session-id", "database-url"),
    priority: { value: "N", description: "Higher ones first, 0 to 1000; default 0" },
    share: { value: "NAME", description: "Whose it is: see skein worker --per-share" },
    json: jsonFlag,
  },
  words: 1,
  run: async (flags, [task = ""]) => {
    const { cwd, json, share, priority = "0", provider, model, mode } = flags;
    const hint = "Give a whole number from 0 to 1000.";
    const id = await submitRun(thisMachine(), {
      task,
      session: flags["session-id"],
      cwd: workingFolder(cwd),
      priority: wholeNumber("priority", priority, { least: 0, most: 1000, hint }),
      ...onlyGiven({ share, provider, model, mode }),
    });
    if (json) printJson({ id });
    else print(id);
  },
});
