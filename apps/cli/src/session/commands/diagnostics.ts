import { diagnosticsFlags } from "@skein/command-line/command-flags";
import { ConfigError } from "@skein/protocol";
import { defineCommand } from "../../arguments/command-line.ts";
import { writeDiagnostics } from "../diagnostics.ts";
import { userSession } from "../user-session.ts";
import { outputPath } from "../write-out.ts";

export const main = defineCommand({
  name: "session diagnostics",
  help: {
    title: "one file for a bug report",
    usage: ["[ID|NAME] [flags]"],
    text: `In it are versions and platform, what \`skein doctor --offline\` finds, the settings in force here, and the session.
Secrets that are known now are hidden in all of it. It is written here and sent nowhere.`,
    examples: ["skein session diagnostics", "skein session diagnostics ID -o - | jq .findings"],
  },
  flags: diagnosticsFlags,
  words: 1,
  suggests: "sessions",
  run: async (flags, words) => {
    const { output, force = false, json: asJson = false } = flags;
    if (asJson && output === "-") {
      throw new ConfigError("usage", "Standard output is taken by the diagnostics themselves.", {
        hint: "They are JSON. --json goes with a file.",
      });
    }
    await using found = await userSession(words[0]);
    const { sessions, session } = found;
    const path = outputPath(output ?? `skein-diagnostics-${session}.json`);
    return await writeDiagnostics(sessions, session, { output: { path, force }, asJson });
  },
});
