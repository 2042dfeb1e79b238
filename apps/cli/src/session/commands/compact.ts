import { existsSync } from "node:fs";
import { ConfigError, exitCodes } from "@skein/protocol";
import { createRuntime } from "@skein/runtime";
import { directories } from "@skein/settings";
import { usedSecrets } from "@skein/host/secrets";
import { userModelFacts } from "@skein/host/settings";
import { thisMachine } from "../../machine.ts";
import { chosenSession } from "../../arguments/choose-session.ts";
import { runFlags } from "../../arguments/flags.ts";
import { sessionCompactFlags } from "../flags.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { runSettings } from "../../arguments/run-settings.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import { collectEntries } from "../../chat/collect-entries.ts";
import type { Command } from "../../command.ts";
import { compactionLines, compactionReport } from "../../context/compacted-words.ts";
import { learnProviders, loadersTelling } from "../../providers.ts";
import { findSession } from "../find.ts";
import { note, print, printJson } from "../say.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";

const help = {
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
  flags: sessionCompactFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("session compact", sessionCompactFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("session compact", help));
    return exitCodes.done;
  }
  refuseWords("session compact", words, 1);
  if (flags.keep?.trim() === "") {
    throw new ConfigError("usage", "--keep says nothing.", {
      hint: "Leave it out, or say what is to be kept.",
    });
  }
  const used = usedSecrets();
  await learnProviders(process.cwd());
  await using runtime = createRuntime({
    providers: loadersTelling({ say: note, used }),
    dataFolder: directories({ env: process.env }).data,
    facts: () => userModelFacts(thisMachine()),
    secrets: async () => used.all(),
  });
  const session = await findSession(runtime, words[0], process.cwd());
  const listed = (await runtime.sessions.list()).find((line) => line.session === session);
  const chosen = listed ? chosenSession(listed) : undefined;
  // No folder is needed; that of an imported session need not be here.
  const cwd = chosen?.cwd !== undefined && existsSync(chosen.cwd) ? chosen.cwd : process.cwd();
  const { provider, model } = flags;
  const given = [
    ...(provider === undefined ? [] : ["--provider", provider]),
    ...(model === undefined ? [] : ["--model", model]),
  ];
  const found = await runSettings(
    parseFlags("session compact", runFlags, [...given, "--cwd", cwd]).flags,
    runtime,
    {
      used,
      choose: async () => ({ provider: undefined, model: undefined, ...chosen, session, cwd: undefined }),
    },
  );
  // Who may only talk is offered no tools, so nothing is started for them.
  const settings = { ...found, mode: "chat", builtins: [], servers: [], optionalServers: [], warn: note };
  const { agent } = await runtime.open(settings);
  const before = (await collectEntries(runtime.sessions.entries(session))).at(-1)?.seq ?? 0;
  const compacted = await agent.compact({
    tell: note,
    ...(flags.keep === undefined ? {} : { wish: flags.keep }),
  });
  await agent.close();
  const written = (await collectEntries(runtime.sessions.entries(session))).filter(({ seq }) => seq > before);
  const report = compactionReport(compacted, written);
  if (flags.json) printJson({ id: session, ...report });
  else for (const line of compactionLines(report)) print(line);
  return exitCodes.done;
};
