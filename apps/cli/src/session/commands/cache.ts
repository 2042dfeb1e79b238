import { jsonFlag } from "@skein/command-line/flags";
import { cachedSession, readEntries } from "@skein/host/sessions";
import { defineCommand } from "../../arguments/command-line.ts";
import { shellCommands } from "../../wording/chat-wording.ts";
import { cacheText } from "@skein/terminal-chat/context";
import { thisMachine } from "../../machine.ts";
import { widthOf } from "@skein/terminal/table";
import { learnProviders, providerRegistry } from "../../providers.ts";
import { sayDamage } from "../say-damage.ts";
import { printJson } from "../../print.ts";
import { userSession } from "../user-session.ts";

export const main = defineCommand({
  name: "session cache",
  help: {
    title: "what vendors' caches had of it, and why not more",
    usage: ["[ID|NAME] [flags]"],
    text: `A request a line: tokens sent, tokens read from a cache, how much that is of what could have been (what the request
before had and this one begins with), what it cost that it was not more, and why. What could have been is estimated,
prices are those of the catalogue or of your config file. Titles and summaries are asked for beside the conversation
and are not listed.`,
    examples: ["skein session cache", "skein session cache ID --json | jq '.causes'"],
  },
  flags: { json: jsonFlag },
  words: 1,
  suggests: "sessions",
  run: async (flags, words) => {
    await learnProviders(process.cwd());
    await using found = await userSession(words[0]);
    const { sessions, session } = found;
    const { entries, damage } = await readEntries(sessions, session);
    const view = await cachedSession({ machine: thisMachine(), providers: providerRegistry }, entries);
    if (flags.json) printJson({ id: session, ...view, ...(damage && { damaged: damage.message }) });
    else
      process.stdout.write(
        cacheText(view, { width: widthOf(process.stdout), now: new Date(), commands: shellCommands }),
      );
    return sayDamage(damage);
  },
});
