import { jsonFlag, runFlags } from "@skein/command-line/flags";
import { chosenSession, findSession } from "@skein/host/sessions";
import { existsSync } from "node:fs";
import { ConfigError } from "@skein/protocol";
import { defineCommand } from "../../arguments/command-line.ts";
import { userHost } from "../../user-host.ts";
import { tokensText } from "@skein/session-view/text";
import { compactionLines } from "@skein/terminal-chat/context";
import { note, print, printJson } from "../../print.ts";

export const main = defineCommand({
  name: "session compact",
  help: {
    title: "make what the model sees of it shorter",
    usage: ["[ID|NAME] [flags]"],
    text: `A model writes a summary that stands for the older part from then on: your own words stay in it as they were. Which
model: the setting \`fast\`, otherwise the session's own. Nothing is lost: the journal keeps everything, the model can
look it up, and \`skein session rewind\` goes back to before. No extension is started.`,
    examples: [
      "skein session compact",
      'skein session compact ID --keep "the names of the tables"',
      "skein session show ID --context      how much room there is",
    ],
  },
  flags: {
    keep: { short: "k", value: "TEXT", description: "What must not get lost, in your own words" },
    provider: runFlags.provider,
    model: runFlags.model,
    json: jsonFlag,
  },
  words: 1,
  suggests: "sessions",
  run: async (flags, words) => {
    if (flags.keep?.trim() === "") {
      throw new ConfigError("usage", "--keep says nothing.", {
        hint: "Leave it out, or say what is to be kept.",
      });
    }
    await using host = await userHost();
    const id = await findSession(host, words[0], process.cwd());
    const listed = (await host.sessions.list(id)).find(({ session }) => session === id);
    const last = listed && chosenSession(listed);
    // No folder is needed; that of an imported session need not be here.
    const cwd = last?.cwd !== undefined && existsSync(last.cwd) ? last.cwd : process.cwd();
    const { provider, model } = flags;
    const session = await host.open({
      cwd,
      session: id,
      last,
      // Who may only talk is offered no tools, so nothing is started for them.
      overrides: { provider, model, mode: "chat" },
      hasProfile: false,
      ownRecipe: false,
      attended: false,
      joins: false,
    });
    const report = await session.compact({ wish: flags.keep, tell: note });
    if (flags.json) {
      const { usage, changed, notices, hidden, shortened, requests, ...more } = report;
      const counts = { changed, notices, hidden, shortened, requests };
      printJson({ id, ...counts, tokens: tokensText(usage), ...more });
    } else for (const line of compactionLines(report)) print(line);
  },
});
