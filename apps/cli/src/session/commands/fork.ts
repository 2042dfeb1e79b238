import { jsonFlag } from "@skein/command-line/flags";
import { sessionName } from "@skein/host/sessions";
import { defineCommand } from "../../arguments/command-line.ts";
import { entryNumber } from "../../arguments/entry-number.ts";
import { note, print, printJson } from "../../print.ts";
import { userSession } from "../user-session.ts";

export const main = defineCommand({
  name: "session fork",
  help: {
    title: "a session that begins as this one does",
    usage: ["[ID|NAME] [flags]"],
    text: `The new session's id is all that is written to standard output. The two have nothing to do with each other from then
on; files are as they are. Another model can continue it: skein resume ID --model …`,
    examples: [
      "skein session fork --at 41 --name other-way",
      "skein resume $(skein session fork ID)      resume it at once",
    ],
  },
  flags: {
    at: { value: "SEQ", description: "The last entry that both have; default: the last one" },
    name: { short: "n", value: "NAME", description: "A name for the fork" },
    json: jsonFlag,
  },
  words: 1,
  suggests: "sessions",
  run: async (flags, words) => {
    const at = flags.at === undefined ? undefined : entryNumber("at", flags.at);
    const name = flags.name === undefined ? undefined : sessionName(flags.name);
    await using found = await userSession(words[0]);
    const { sessions, session: parent } = found;
    const session = await sessions.fork(parent, { at, name });
    if (flags.json) printJson({ id: session, parent, at: at ?? null, name: name ?? null });
    else {
      print(session);
      note(`It begins as ${parent} does${at === undefined ? "" : ` up to entry ${at}`}.`);
      note(`Resume it: skein resume ${session}`);
    }
  },
});
