import { resolve } from "node:path";
import { jsonFlag } from "@skein/command-line/flags";
import { describeMoved, machineSessions, moveRenamedFolder } from "@skein/host/sessions";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { note, printJson } from "../../print.ts";

export const main = defineCommand({
  name: "session move",
  help: {
    title: "move the sessions of a renamed folder to this one",
    usage: ["OLD-FOLDER"],
    examples: ["skein session move ../old-name"],
  },
  flags: { json: jsonFlag },
  needs: ["The old folder"],
  run: async (flags, [from]) => {
    const to = process.cwd();
    await using sessions = await machineSessions(thisMachine());
    const moved = await moveRenamedFolder(sessions, { from: resolve(to, from), to });
    if (flags.json) printJson({ sessions: moved.moved, folder: to, inWorktrees: moved.inWorktrees });
    else note(describeMoved(moved, to));
  },
});
