import { jsonFlag } from "@skein/command-line/flags";
import { sessionName } from "@skein/host/sessions";
import { defineCommand } from "../../arguments/command-line.ts";
import { note, printJson } from "../../print.ts";
import { userSession } from "../user-session.ts";

export const main = defineCommand({
  name: "session rename",
  help: {
    title: "give a session a name",
    usage: ["ID|NAME NEW-NAME"],
    examples: ['skein session rename 20261120-11 "the flaky test"'],
  },
  flags: { json: jsonFlag },
  needs: ["The session", "Its new name"],
  suggests: "sessions",
  run: async (flags, [wanted, text]) => {
    const name = sessionName(text);
    await using found = await userSession(wanted);
    const { sessions, session } = found;
    await sessions.rename(session, name);
    if (flags.json) printJson({ id: session, name });
    else note(`${session} is called "${name}" now.`);
  },
});
