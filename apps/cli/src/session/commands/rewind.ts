import { ConfigError } from "@skein/protocol";
import { defineCommand } from "../../arguments/command-line.ts";
import { backFlags, goBack } from "../go-back.ts";
import { entryNumber } from "../../arguments/entry-number.ts";
import { userSession } from "../user-session.ts";

export const main = defineCommand({
  name: "session rewind",
  help: {
    title: "back to where a session stood after an entry",
    usage: ["ID|NAME --to SEQ [flags]"],
    text: `The conversation is again as it was then, and so is the folder it worked in, if calls changed files since: what
you changed or made there yourself since then goes as well. Nothing is lost: the entries stay, the files as they are
now are kept, and \`skein session redo\` brings both back.`,
    examples: [
      "skein session show ID --entries --kind user-message      finds the number",
      "skein session rewind ID --to 41 --dry-run",
      "skein session rewind ID --to 41 --keep-files",
    ],
  },
  flags: {
    to: { value: "SEQ", description: "The entry after which it stands again" },
    ...backFlags,
  },
  words: 1,
  suggests: "sessions",
  run: async (flags, words) => {
    const [wanted] = words;
    if (wanted === undefined || flags.to === undefined) {
      throw new ConfigError("usage", "Which session, and back to which entry?", {
        hint: "skein session rewind ID --to SEQ; `skein session show ID --entries` lists them.",
      });
    }
    const to = entryNumber("to", flags.to);
    await using found = await userSession(wanted);
    const { sessions, session } = found;
    return goBack({
      session,
      go: (options) => sessions.rewind(session, to, options),
      wayBack: `Undo this: skein session redo ${session}`,
      flags,
    });
  },
});
