import { resolve } from "node:path";
import { ConfigError } from "@skein/protocol";
import { sessionDiagnosticsFlags } from "../flags.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import { findSession } from "../find.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { userSessions } from "../user-sessions.ts";

const help = {
  title: "one file for a bug report",
  usage: ["[ID|NAME] [flags]"],
  text: `In it are versions and platform, what \`skein doctor --offline\` finds, the settings in force here, and the session.
Secrets that are known now are hidden in all of it. It is written here and sent nowhere.`,
  examples: ["skein session diagnostics", "skein session diagnostics ID -o - | jq .findings"],
  flags: sessionDiagnosticsFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("session diagnostics", sessionDiagnosticsFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("session diagnostics", help));
    return 0;
  }
  refuseWords("session diagnostics", words, 1);
  const { output, force = false, json: asJson = false } = flags;
  if (asJson && output === "-") {
    throw new ConfigError("usage", "Standard output is taken by the diagnostics themselves.", {
      hint: "They are JSON. --json goes with a file.",
    });
  }
  await using sessions = userSessions();
  const session = await findSession({ sessions }, words[0], process.cwd());
  const path = output === "-" ? undefined : resolve(output ?? `skein-diagnostics-${session}.json`);
  return await writeDiagnostics(sessions, session, { output: { path, force }, asJson });
};
