import { ConfigError, exitCodes } from "@skein/protocol";
import type { ListedSession, Scrubbed, Sessions } from "@skein/runtime";
import { sayError } from "../../output/say-error.ts";
import { findSession } from "@skein/host/sessions";
import { progressBar } from "@skein/terminal";
import { note, print, printJson } from "../../print.ts";
import { counted } from "@skein/session-view/text";
import { scrubTargets } from "@skein/host/secrets";
import { redactorSources } from "../user-redactor.ts";
import { userSessions } from "../user-sessions.ts";
import { saidError } from "../../wording/next-step.ts";
import { defineCommand } from "../../arguments/define-command.ts";
import { jsonFlag } from "../../arguments/common-flags.ts";

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
what you typed into the chat (its history), and what was sent to a model.`,
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
    await using sessions = userSessions();
    const chosen = await choose(sessions, words, flags.all ?? false);
    const done: (Scrubbed & { readonly id: string })[] = [];
    const failed: { readonly id: string; readonly problem: string }[] = [];
    const targets = await scrubTargets(redactorSources(), chosen, process.cwd());
    using bar = progressBar(process.stderr, chosen.length);
    const checkpoints = await sessions.scrub(targets, ({ session: id, ...end }) => {
      bar.clear();
      if (end.error) {
        failed.push({ id, problem: end.error.message });
        sayError(saidError(end.error), process.stderr);
      } else {
        done.push({ id, ...end });
        if (!flags.json && hasFound(end)) print(`${id}  ${foundText(end)}`);
      }
      bar.step();
    });
    bar.clear();
    const changed = done.filter(hasFound);
    const copies = checkpoints.contents + checkpoints.snapshots;
    if (flags.json) printJson({ sessions: done, failed, checkpoints });
    else {
      if (copies > 0) note(copiesText(checkpoints));
      if (changed.length > 0)
        note(`Secrets were taken out of ${counted(changed.length, "session")} of ${chosen.length}.`);
      if (changed.length + copies > 0) note("The model has seen them: change them where they are valid.");
      else if (done.length > 0) note(`No secret was found in ${counted(done.length, "session")}.`);
    }
    return failed.length === 0 ? exitCodes.done : exitCodes.usage;
  },
});

async function choose(
  sessions: Sessions,
  words: readonly string[],
  isAll: boolean,
): Promise<readonly ListedSession[]> {
  const listed = await sessions.list();
  if (isAll) return listed;
  const known = { sessions: { list: async () => listed } };
  const wanted = words.length === 0 ? [undefined] : words;
  const ids = new Set<string>();
  for (const word of wanted) ids.add(await findSession(known, word, process.cwd()));
  return listed.filter(({ session }) => ids.has(session));
}

function hasFound({ entries, blobs, files }: Scrubbed): boolean {
  return entries + blobs + files > 0;
}

function foundText({ entries, blobs, files }: Scrubbed): string {
  const found = [
    ...(entries > 0 ? [counted(entries, "entry", "entries")] : []),
    ...(blobs > 0 ? [counted(blobs, "text for the model", "texts for the model")] : []),
    ...(files > 0 ? [counted(files, "file of output", "files of output")] : []),
  ];
  return found.join(", ");
}

function copiesText({
  contents,
  snapshots,
}: {
  readonly contents: number;
  readonly snapshots: number;
}): string {
  const found = [
    ...(contents > 0 ? [counted(contents, "copy of a file", "copies of files")] : []),
    ...(snapshots > 0 ? [counted(snapshots, "checkpoint")] : []),
  ];
  return `Deleted because of the secrets in them: ${found.join(" and ")}. An undo names what it cannot bring back.`;
}
