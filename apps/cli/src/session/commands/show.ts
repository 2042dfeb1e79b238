import { ConfigError } from "@skein/protocol";
import { sessionShowFlags } from "../flags.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { findSession } from "../find.ts";
import { readSeq } from "../read-number.ts";
import { showContext } from "../show-context.ts";
import { showSession } from "../show.ts";
import { showEntries } from "../show-entries.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { userSessions } from "../user-sessions.ts";

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("session show", sessionShowFlags, args);
  if (flags.help) {
    process.stdout.write(
      subcommandHelp("session show", {
        title: "a session, to read; without ID the last one of this folder",
        usage: ["[ID|NAME] [flags]"],
        text: "Of a damaged session what stands before the damage is shown, and the exit code is 2.",
        examples: [
          "skein session show | less",
          "skein session show --entries --kind user-message",
          "skein session show --context           how full the model's window is, and of what",
          "skein session show --context --full    what the model would be sent now",
        ],
        flags: sessionShowFlags,
      }),
    );
    return 0;
  }
  refuseWords("session show", words, 1);
  const from = flags.from === undefined ? 1 : readSeq("from", flags.from);
  const to = flags.to === undefined ? Infinity : readSeq("to", flags.to);
  const { kind, entries = false, context = false, full: isFull = false, json: asJson = false } = flags;
  if (entries && context) throw new ConfigError("usage", "Give --entries or --context, not both.");
  if (!entries && (flags.from ?? flags.to ?? kind) !== undefined) {
    throw new ConfigError("usage", "--from, --to and --kind choose entries.", { hint: "Add --entries." });
  }
  if (isFull && !context) {
    throw new ConfigError("usage", "--full shows the whole context.", { hint: "Add --context." });
  }
  await using sessions = userSessions();
  const session = await findSession({ sessions }, words[0], process.cwd());
  if (entries) return await showEntries(sessions, session, { from, to, kind, asJson });
  if (context) return await showContext(sessions, session, { asJson, isFull });
  return await showSession(sessions, session, asJson);
};
