import { ConfigError } from "@skein/protocol";
import { sessionRewindFlags } from "../flags.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { findSession } from "../find.ts";
import { goBack } from "../go-back.ts";
import { readSeq } from "../read-number.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { userSessions } from "../user-sessions.ts";

const help = {
  title: "back to where a session stood after an entry",
  usage: ["ID|NAME --to SEQ [flags]"],
  text: `The conversation is again as it was then, and so is the folder it worked in, if calls changed files since: what
you changed or made there yourself since then goes as well. Nothing is lost: the entries stay, the files as they are
now are kept, and \`skein session redo\` brings both back.`,
  examples: [
    "skein session show ID --entries --kind user-message      finds the number",
    "skein session rewind ID --to 41 --dry-run",
    "skein session rewind ID --to 41 --keep-files",
  ],
  flags: sessionRewindFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("session rewind", sessionRewindFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("session rewind", help));
    return 0;
  }
  const [wanted] = words;
  if (wanted === undefined || flags.to === undefined) {
    throw new ConfigError("usage", "Which session, and back to which entry?", {
      hint: "skein session rewind ID --to SEQ; `skein session show ID --entries` lists them.",
    });
  }
  refuseWords("session rewind", words, 1);
  const to = readSeq("to", flags.to);
  await using sessions = userSessions();
  const session = await findSession({ sessions }, wanted, process.cwd());
  return await goBack({
    session,
    go: (options) => sessions.rewind(session, to, options),
    wayBack: `Take this back: skein session redo ${session}`,
    isDryRun: flags["dry-run"] ?? false,
    keepFiles: flags["keep-files"] ?? false,
    isAgreed: flags.yes ?? false,
    asJson: flags.json ?? false,
    isQuiet: flags.quiet ?? false,
  });
};
