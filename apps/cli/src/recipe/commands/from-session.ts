import { forceFlag } from "@skein/command-line/flags";
import { collectEntries } from "@skein/host/sessions";
import { ConfigError } from "@skein/protocol";
import { recipeFromSession } from "@skein/recipes";
import { extensionFields } from "@skein/command-line/recipes";
import { effectiveSettings } from "@skein/host/settings";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { note, warn } from "../../print.ts";
import { userSession } from "../../session/user-session.ts";
import { checkOutput, outputPath, writeOut } from "../../session/write-out.ts";

export const main = defineCommand({
  name: "recipe from-session",
  help: {
    title: "makes a recipe of what a session was asked to do",
    usage: ["[ID|NAME] [flags]"],
    text: `The first message becomes the prompt, those after it steps; extensions, model and result schema are those of the
session. No model is asked. Values that could become parameters are listed in the file.`,
    examples: ["skein recipe from-session -o tidy.yaml", "skein recipe from-session heron --title Tidy"],
  },
  flags: {
    title: { value: "TEXT", description: "What it is called; default: the session's name or first line" },
    output: { short: "o", value: "FILE", description: "Where to; - is standard output, the default" },
    force: forceFlag,
  },
  words: 1,
  suggests: "sessions",
  run: async (flags, words) => {
    const path = outputPath(flags.output);
    const output = { path, force: flags.force ?? false };
    await checkOutput(output);
    const cwd = process.cwd();
    const { sections } = await effectiveSettings(thisMachine(), cwd);
    await using found = await userSession(words[0]);
    const { sessions, session } = found;
    const { system, tools } = await sessions.context(session);
    const made = await recipeFromSession(await collectEntries(sessions.entries(session)), {
      ...(system === undefined || tools === undefined ? {} : { context: { system, tools } }),
      ...(flags.title === undefined ? {} : { title: flags.title }),
      extensionOf: extensionFields(sections),
    });
    if (!made) {
      throw new ConfigError("usage", `Session ${session} has no message from the user.`, {
        hint: "`skein session list` has the others.",
      });
    }
    const code = await writeOut(made.text, output);
    if (code !== 0) return code;
    for (const notice of made.notices) warn(notice);
    if (path !== undefined) note(`Written: ${path}. Try it: skein run --recipe ${flags.output}`);
    return code;
  },
});
