import { ConfigError } from "@skein/protocol";
import { sessionRenameFlags } from "../flags.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { findSession } from "../find.ts";
import { readName } from "../read-name.ts";
import { note, printJson } from "../say.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { userSessions } from "../user-sessions.ts";

const help = {
  title: "give a session a name",
  usage: ["ID|NAME NEW-NAME"],
  examples: ['skein session rename 20261120-11 "the flaky test"'],
  flags: sessionRenameFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("session rename", sessionRenameFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("session rename", help));
    return 0;
  }
  const [wanted, text] = words;
  if (wanted === undefined || text === undefined) {
    throw new ConfigError("usage", "Which session, and what shall it be called?", {
      hint: 'For example: skein session rename ID "the flaky test"',
    });
  }
  refuseWords("session rename", words, 2);
  const name = readName(text);
  await using sessions = userSessions();
  const session = await findSession({ sessions }, wanted, process.cwd());
  await sessions.rename(session, name);
  if (flags.json) printJson({ id: session, name });
  else note(`${session} is called "${name}" now.`);
  return 0;
};
