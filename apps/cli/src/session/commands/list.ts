import { sessionListFlags } from "../flags.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { listSessions } from "../list.ts";
import { readLimit } from "../read-number.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { userSessions } from "../user-sessions.ts";

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("session list", sessionListFlags, args);
  if (flags.help) {
    process.stdout.write(
      subcommandHelp("session list", {
        title: "the sessions of this folder, the newest first",
        usage: ["[flags]"],
        examples: ["skein session list --all --limit 5", "skein session list --json | jq '.sessions[].id'"],
        flags: sessionListFlags,
      }),
    );
    return 0;
  }
  refuseWords("session list", words);
  const limit = readLimit(flags.limit);
  await using sessions = userSessions();
  return await listSessions(sessions, {
    cwd: flags.all ? undefined : process.cwd(),
    limit,
    subagents: flags.subagents ?? false,
    asJson: flags.json ?? false,
  });
};
