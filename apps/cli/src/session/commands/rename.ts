import { ConfigError } from "@skein/protocol";
import { findSession } from "@skein/host/sessions";
import { readName } from "../read-name.ts";
import { note, printJson } from "../../print.ts";
import { userSessions } from "../user-sessions.ts";
import { defineCommand } from "../../arguments/define-command.ts";
import { jsonFlag } from "../../arguments/common-flags.ts";

export const main = defineCommand({
  name: "session rename",
  help: {
    title: "give a session a name",
    usage: ["ID|NAME NEW-NAME"],
    examples: ['skein session rename 20261120-11 "the flaky test"'],
  },
  flags: { json: jsonFlag },
  words: 2,
  suggests: "sessions",
  run: async (flags, words) => {
    const [wanted, text] = words;
    if (wanted === undefined || text === undefined) {
      throw new ConfigError("usage", "Which session, and what shall it be called?", {
        hint: 'For example: skein session rename ID "the flaky test"',
      });
    }
    const name = readName(text);
    await using sessions = userSessions();
    const session = await findSession({ sessions }, wanted, process.cwd());
    await sessions.rename(session, name);
    if (flags.json) printJson({ id: session, name });
    else note(`${session} is called "${name}" now.`);
  },
});
