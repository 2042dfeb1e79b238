import { jsonFlag } from "@skein/command-line/flags";
import { ConfigError } from "@skein/protocol";
import { defineCommand } from "../../arguments/command-line.ts";
import { entryNumber } from "../../arguments/entry-number.ts";
import { showContext } from "../show-context.ts";
import { showSession } from "../show.ts";
import { showEntries } from "../show-entries.ts";
import { userSession } from "../user-session.ts";

export const main = defineCommand({
  name: "session show",
  help: {
    title: "a session, to read; without ID the last one of this folder",
    usage: ["[ID|NAME] [flags]"],
    text: "Of a damaged session what stands before the damage is shown, and the exit code is 2.",
    examples: [
      "skein session show | less",
      "skein session show --entries --kind user-message",
      "skein session show --context           how full the model's window is, and of what",
      "skein session show --context --full    what the model would be sent now",
    ],
  },
  flags: {
    context: { description: "How full the model's window is, and of what, instead of what happened" },
    full: { description: "With --context: word for word what the model would be sent now" },
    entries: { description: "The journal, an entry a line: the numbers are for --to and --at" },
    from: { value: "N", description: "With --entries: the first one" },
    to: { value: "N", description: "With --entries: the last one" },
    kind: { value: "KIND", description: "With --entries: those of one kind, tool-result say" },
    json: jsonFlag,
  },
  words: 1,
  suggests: "sessions",
  run: async (flags, words) => {
    const from = flags.from === undefined ? 1 : entryNumber("from", flags.from);
    const to = flags.to === undefined ? Infinity : entryNumber("to", flags.to);
    const { kind, entries = false, context = false, full: isFull = false, json: asJson = false } = flags;
    if (entries && context) throw new ConfigError("usage", "Give --entries or --context, not both.");
    if (!entries && (flags.from ?? flags.to ?? kind) !== undefined) {
      throw new ConfigError("usage", "--from, --to and --kind choose entries.", { hint: "Add --entries." });
    }
    if (isFull && !context) {
      throw new ConfigError("usage", "--full shows the whole context.", { hint: "Add --context." });
    }
    await using found = await userSession(words[0]);
    const { sessions, session } = found;
    if (entries) return await showEntries(sessions, session, { from, to, kind, asJson });
    if (context) return await showContext(sessions, session, { asJson, isFull });
    return await showSession(sessions, session, asJson);
  },
});
