import { sessionCacheFlags } from "../flags.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { cacheText } from "../../context/cache-lines.ts";
import { cachedSession } from "../../context/cached-session.ts";
import { widthOf } from "../../output/table.ts";
import { learnProviders } from "../../providers.ts";
import { findSession } from "../find.ts";
import { readEntries } from "../read-entries.ts";
import { sayDamage } from "../say-damage.ts";
import { printJson } from "../say.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { userSessions } from "../user-sessions.ts";

const help = {
  title: "what vendors' caches had of it, and why not more",
  usage: ["[ID|NAME] [flags]"],
  text: `A request a line: tokens sent, tokens read from a cache, how much that is of what could have been (what the request
before had and this one begins with), what it cost that it was not more, and why. What could have been is estimated,
prices are those of the catalogue or of your config file. Titles and summaries are asked for beside the conversation
and are not listed.`,
  examples: ["skein session cache", "skein session cache ID --json | jq '.causes'"],
  flags: sessionCacheFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("session cache", sessionCacheFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("session cache", help));
    return 0;
  }
  refuseWords("session cache", words, 1);
  await learnProviders(process.cwd());
  await using sessions = userSessions();
  const session = await findSession({ sessions }, words[0], process.cwd());
  const { entries, damage } = await readEntries(sessions, session);
  const view = await cachedSession(entries);
  if (flags.json) printJson({ id: session, ...view, ...(damage && { damaged: damage.message }) });
  else process.stdout.write(cacheText(view, widthOf(process.stdout), new Date()));
  return sayDamage(damage);
};
