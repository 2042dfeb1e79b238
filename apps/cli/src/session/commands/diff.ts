import { jsonFlag } from "@skein/command-line/flags";
import { changesText, patchText } from "@skein/terminal-chat/sessions";
import { paintFor } from "@skein/terminal";
import { defineCommand } from "../../arguments/command-line.ts";
import { note, printJson } from "../../print.ts";
import { userSession } from "../user-session.ts";

export const main = defineCommand({
  name: "session diff",
  help: {
    title: "what the last run that changed files has changed in them",
    usage: ["[ID|NAME] [flags]"],
    text: `As a patch that git apply takes, on standard output; how many files and lines, on standard error. What differs between
the beginning and the end of the run is shown, whoever changed it; what was undone is not.`,
    examples: ["skein session diff | less", "skein session diff | git apply -R"],
  },
  flags: { json: jsonFlag },
  words: 1,
  suggests: "sessions",
  run: async (flags, words) => {
    await using found = await userSession(words[0]);
    const { sessions, session } = found;
    const diff = await sessions.diff(session);
    if (flags.json) return printJson({ session, run: diff?.run ?? null, files: diff?.files ?? [] });
    if (!diff) return note("No file was changed in this session, as far as is known.");
    const { stdout } = process;
    const paint = paintFor(stdout);
    for (const { path, text, reason } of diff.files) {
      // For a program the patch is as it is.
      if (text) stdout.write(stdout.isTTY ? patchText(text.patch, paint) : text.patch);
      else note(`${path}: ${reason}`);
    }
    return note(changesText(diff));
  },
});
