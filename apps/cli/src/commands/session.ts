import { ConfigError, SessionError } from "@skein/protocol";
import { createRuntime } from "@skein/runtime";
import { directories } from "@skein/settings";
import { flagHelp } from "../arguments/flag-help.ts";
import { sessionListFlags, sessionShowFlags } from "../arguments/flags.ts";
import { parseFlags } from "../arguments/parse-flags.ts";
import { refuseWords, subcommand } from "../arguments/subcommand.ts";
import type { Command } from "../command.ts";
import { providerLoaders } from "../providers.ts";

const help = `skein session: what was said and done

Usage
  skein session list [flags]             the sessions of this folder, the newest first
  skein session show [ID|NAME] [flags]   one of them, to read; without ID the last one of this folder

Examples
  skein session list --all --limit 5
  skein session show | less
  skein session show --context --json    what the model would be sent now
  skein run -r --session-id ID -t "…"    go on with one

Flags of list
${flagHelp(sessionListFlags)}

Flags of show
${flagHelp(sessionShowFlags)}

An id may be shortened while it stays the only one that begins so.
`;

export const main: Command = async (args) => {
  const { name, rest } = subcommand("session", ["list", "show"], args);
  const { data } = directories({ env: process.env });
  if (name === "list") {
    const { flags, words } = parseFlags("session", sessionListFlags, rest);
    if (flags.help) return say(help);
    refuseWords("session", words);
    const { listSessions, readLimit } = await import("../session/list.ts");
    const limit = readLimit(flags.limit);
    await using runtime = createRuntime({ providers: providerLoaders, dataFolder: data });
    return await listSessions(runtime, {
      cwd: flags.all ? undefined : process.cwd(),
      limit,
      asJson: flags.json ?? false,
    });
  }
  const { flags, words } = parseFlags("session", sessionShowFlags, rest);
  if (flags.help) return say(help);
  refuseWords("session", words, 1);
  const { showContext, showSession } = await import("../session/show.ts");
  await using runtime = createRuntime({ providers: providerLoaders, dataFolder: data });
  const { findSession } = await import("../session/find.ts");
  const session = await findSession(runtime, words[0], process.cwd());
  const show = flags.context ? showContext : showSession;
  try {
    return await show(runtime, session, flags.json ?? false);
  } catch (error) {
    // Reading was all that was wanted: a file that cannot be read, and no defect.
    if (!SessionError.is(error) || error.code !== "damaged") throw error;
    throw new ConfigError("unreadable", error.message, {
      cause: error,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    });
  }
};

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}
