import { sessionForkFlags } from "../flags.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { findSession } from "../find.ts";
import { readName } from "../read-name.ts";
import { readSeq } from "../read-number.ts";
import { note, print, printJson } from "../say.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { userSessions } from "../user-sessions.ts";

const help = {
  title: "a session that begins as this one does",
  usage: ["[ID|NAME] [flags]"],
  text: `The new session's id is all that is written to standard output. The two have nothing to do with each other from then
on; files are as they are. Another model can go on with it: skein resume ID --model …`,
  examples: [
    "skein session fork --at 41 --name other-way",
    "skein resume $(skein session fork ID)      go on with it at once",
  ],
  flags: sessionForkFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("session fork", sessionForkFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("session fork", help));
    return 0;
  }
  refuseWords("session fork", words, 1);
  const at = flags.at === undefined ? undefined : readSeq("at", flags.at);
  const name = flags.name === undefined ? undefined : readName(flags.name);
  await using sessions = userSessions();
  const parent = await findSession({ sessions }, words[0], process.cwd());
  const session = await sessions.fork(parent, { at, name });
  if (flags.json) printJson({ id: session, parent, at: at ?? null, name: name ?? null });
  else {
    print(session);
    note(`It begins as ${parent} does${at === undefined ? "" : ` up to entry ${at}`}.`);
    note(`Go on with it: skein resume ${session}`);
  }
  return 0;
};
