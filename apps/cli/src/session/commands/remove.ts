import { ConfigError, SessionError } from "@skein/protocol";
import type { ListedSession } from "@skein/runtime";
import { sessionRemoveFlags } from "../flags.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import type { Command } from "../../command.ts";
import { shortTime } from "../../output/when.ts";
import { agree, codeOf, whyNot } from "../agree.ts";
import { findSession } from "../find.ts";
import { readAge } from "../read-age.ts";
import { counted, note, print, printJson } from "../say.ts";
import { subagentsOf, withoutSubagents } from "@skein/host/sessions";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { userSessions } from "../user-sessions.ts";

const help = {
  title: "take sessions away, for good",
  usage: ["ID|NAME… [flags]", "--older-than 30d [flags]"],
  text: `With a session go its journal, the output of its commands, the files as they were before its calls unless another
session needs them, what the search knows of it, and the sessions of its subagents. Your files stay as they are. There
is no way back.`,
  examples: ["skein session remove 20261120-11", "skein session remove --older-than 90d --all --dry-run"],
  flags: sessionRemoveFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("session remove", sessionRemoveFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("session remove", help));
    return 0;
  }
  const age = flags["older-than"];
  if ((words.length === 0) === (age === undefined)) {
    throw new ConfigError("usage", "Which sessions? Give their ids, or --older-than.", {
      hint: "`skein session list` shows them. None is taken by itself.",
    });
  }
  if (flags.all && age === undefined) {
    throw new ConfigError("usage", "--all goes with --older-than alone.", {
      hint: "All there are: skein session remove --all --older-than 0s",
    });
  }
  const before = age === undefined ? undefined : readAge("older-than", age, Date.now());
  await using sessions = userSessions();
  const listed = await sessions.list();
  const chosen = withTheirs(
    before === undefined
      ? await named(listed, words)
      : olderThan(listed, before, flags.all ? undefined : process.cwd()),
    listed,
  );
  refuseRunning(chosen);
  const asJson = flags.json ?? false;
  if (!asJson) for (const line of chosen) print(lineOf(line));
  const agreement = await agree({
    question: `Remove ${counted(chosen.length, "session")} for good?`,
    isAgreed: (flags.yes ?? false) || chosen.length === 0,
    isDryRun: flags["dry-run"] ?? false,
    asJson,
  });
  const ids = chosen.map(({ session }) => session);
  if (agreement === "done" && ids.length > 0) await sessions.remove(...ids);
  if (asJson) printJson({ outcome: agreement, sessions: ids });
  else if (agreement === "done") note(ids.length === 0 ? "There is none." : removedText(ids.length));
  const why = whyNot(agreement);
  if (why !== undefined && (!asJson || agreement === "needs-input")) note(why);
  return codeOf[agreement];
};

function removedText(count: number): string {
  return `${counted(count, "session")} removed.`;
}

/** All are found before any of them goes. */
async function named(
  listed: readonly ListedSession[],
  words: readonly string[],
): Promise<readonly ListedSession[]> {
  const known = { sessions: { list: async () => listed } };
  const ids: string[] = [];
  for (const word of words) ids.push(await findSession(known, word, process.cwd()));
  return ids.flatMap((id) => listed.filter(({ session }) => session === id));
}

/** What is being worked on stays, and so does what cannot be read: nobody knows how old it is. */
function olderThan(
  listed: readonly ListedSession[],
  before: number,
  cwd: string | undefined,
): readonly ListedSession[] {
  return withoutSubagents(listed).filter((line) => {
    if (!("summary" in line) || [line, ...subagentsOf(listed, line.session)].some(isRunning)) return false;
    const { lastAt = Infinity } = line.summary;
    return lastAt < before && (cwd === undefined || line.summary.cwd === cwd);
  });
}

/** Each is followed by the sessions of its subagents. */
function withTheirs(
  chosen: readonly ListedSession[],
  listed: readonly ListedSession[],
): readonly ListedSession[] {
  return [...new Set(chosen.flatMap((line) => [line, ...subagentsOf(listed, line.session)]))];
}

function refuseRunning(chosen: readonly ListedSession[]): void {
  const running = chosen.find(isRunning);
  if (!running) return;
  throw new SessionError("locked", `${running.session} is being worked on now; nothing was removed.`, {
    hint: "Wait until its run has ended, or end it.",
  });
}

function isRunning(line: ListedSession): boolean {
  return "summary" in line && line.summary.state === "running";
}

function lineOf(line: ListedSession): string {
  if (!("summary" in line)) return `${line.session}  damaged`;
  const { lastAt, name, firstText = "", cwd, child } = line.summary;
  const words = (name ?? firstText).replaceAll(/\s+/g, " ").slice(0, 60);
  const said = child ? `(subagent) ${words}` : words;
  return [line.session, shortTime(lastAt, new Date()), said, cwd ?? ""].join("  ").trimEnd();
}
