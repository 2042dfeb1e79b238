import { jsonFlag } from "@skein/command-line/flags";
import { ConfigError, exitCodes } from "@skein/protocol";
import { defineCommand } from "../../arguments/command-line.ts";
import { openErrorText } from "../../output/error-text.ts";
import { sayError } from "../../output/say-error.ts";
import { sessionsNamed } from "@skein/host/sessions";
import { progressBar } from "@skein/terminal";
import { note, print, printJson } from "../../print.ts";
import { hasSecrets, scrubbedLine, scrubSummary, type ScrubbedSession } from "@skein/terminal-chat/sessions";
import { scrubTargets } from "@skein/host/secrets";
import { redactorSources } from "../user-redactor.ts";
import { userSessions } from "../user-session.ts";

export const main = defineCommand({
  name: "session scrub",
  help: {
    title: "take secrets out of what was written",
    usage: ["[ID|NAME…] [flags]", "--all"],
    text: `Taken out are the secrets that are known now: those of the environment, of .env files in the session's folder, keys
that Skein keeps, and whatever has the form of a token or a private key. They are replaced by placeholders in the
journal, in what the model was told, in the output of commands, and in what the search knows. What they leave
in their files is overwritten. A copy that undo needs of a file of yours is deleted when it holds one, whichever session
it is of: an undo then names the file as not brought back. Not touched are your own files, files that were exported,
what older versions kept of what you typed into the chat, and what was sent to a model.`,
    examples: [
      "skein session scrub",
      "MY_TOKEN=… skein session scrub --all      a secret that is not set here otherwise",
    ],
  },
  flags: {
    all: { short: "a", description: "All sessions, of all folders" },
    json: jsonFlag,
  },
  words: Infinity,
  suggests: "sessions",
  run: async (flags, words) => {
    if (flags.all && words.length > 0) throw new ConfigError("usage", "Give ids or --all, not both.");
    await using sessions = await userSessions();
    const listed = await sessions.list();
    const named = words.length === 0 ? [undefined] : words;
    const chosen = flags.all ? listed : await sessionsNamed(listed, named, process.cwd());
    const done: ScrubbedSession[] = [];
    const failed: { readonly id: string; readonly problem: string }[] = [];
    const targets = await scrubTargets(redactorSources(), chosen, process.cwd());
    const errorText = await openErrorText();
    using bar = progressBar(process.stderr, chosen.length);
    const checkpoints = await sessions.scrub(targets, ({ session: id, ...end }) => {
      bar.clear();
      if (end.error) {
        const said = errorText(end.error);
        failed.push({ id, problem: said.message });
        sayError(said, process.stderr);
      } else {
        done.push({ id, ...end });
        if (!flags.json && hasSecrets(end)) print(scrubbedLine({ id, ...end }));
      }
      bar.step();
    });
    bar.clear();
    if (flags.json) printJson({ sessions: done, failed, checkpoints });
    else scrubSummary(done, checkpoints, chosen.length).forEach(note);
    return failed.length === 0 ? exitCodes.done : exitCodes["not-started"];
  },
});
