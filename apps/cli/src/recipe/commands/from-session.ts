import { resolve } from "node:path";
import { ConfigError } from "@skein/protocol";
import { recipeFromSession } from "@skein/runtime/recipes";
import { extensionFields } from "@skein/host/recipes";
import { effectiveSettings } from "@skein/host/settings";
import { thisMachine } from "../../machine.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import { collectEntries } from "../../chat/collect-entries.ts";
import type { Command } from "../../command.ts";
import { findSession } from "../../session/find.ts";
import { note } from "../../session/say.ts";
import { userSessions } from "../../session/user-sessions.ts";
import { checkOutput, writeOut } from "../../session/write-out.ts";
import { recipeFromSessionFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";

const help = {
  title: "makes a recipe of what a session was asked to do",
  usage: ["[ID|NAME] [flags]"],
  text: `The first message becomes the prompt, those after it steps; extensions, model and result schema are those of the
session. No model is asked. Values that could become parameters are listed in the file.`,
  examples: ["skein recipe from-session -o tidy.yaml", "skein recipe from-session heron --title Tidy"],
  flags: recipeFromSessionFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("recipe from-session", recipeFromSessionFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("recipe from-session", help));
    return 0;
  }
  refuseWords("recipe from-session", words, 1);
  const path = flags.output === undefined || flags.output === "-" ? undefined : resolve(flags.output);
  const output = { path, force: flags.force ?? false };
  await checkOutput(output);
  const cwd = process.cwd();
  const { sections } = await effectiveSettings(thisMachine(), cwd);
  await using sessions = userSessions();
  const session = await findSession({ sessions }, words[0], cwd);
  const { system, tools } = await sessions.context(session);
  const made = await recipeFromSession(await collectEntries(sessions.entries(session)), {
    ...(system === undefined || tools === undefined ? {} : { context: { system, tools } }),
    ...(flags.title === undefined ? {} : { title: flags.title }),
    extensionOf: extensionFields(sections),
  });
  if (!made) {
    throw new ConfigError("usage", `In session ${session} nobody asked for anything.`, {
      hint: "`skein session list` has the others.",
    });
  }
  const code = await writeOut(pieces(made.text), output);
  if (code !== 0) return code;
  for (const notice of made.notices) note(`skein: ${notice}`);
  if (path !== undefined) note(`Written: ${path}. Try it: skein run --recipe ${flags.output}`);
  return code;
};

async function* pieces(text: string): AsyncGenerator<string> {
  yield text;
}
