import { readAge } from "@skein/command-line";
import { jsonFlag, yesFlag } from "@skein/command-line/flags";
import { refuseRunning, sessionsNamed, sessionsOlderThan, withTheirSubagents } from "@skein/host/sessions";
import { ConfigError, counted } from "@skein/protocol";
import { sessionLine } from "@skein/terminal-chat/sessions";
import { defineCommand } from "../../arguments/command-line.ts";
import { agree, codeOf, sayWhyNot } from "../../wording/agree.ts";
import { note, print, printJson } from "../../print.ts";
import { userSessions } from "../user-session.ts";

export const main = defineCommand({
  name: "session remove",
  help: {
    title: "remove sessions, for good",
    usage: ["ID|NAME… [flags]", "--older-than 30d [flags]"],
    text: `With a session go its journal, the output of its commands, the files as they were before its calls unless another
session needs them, what the search knows of it, and the sessions of its subagents. Your files stay as they are. There
is no way back.`,
    examples: ["skein session remove 20261120-11", "skein session remove --older-than 90d --all --dry-run"],
  },
  flags: {
    "older-than": { value: "AGE", description: "Those of this folder that were not written for 30d, 12h, …" },
    all: { short: "a", description: "With --older-than: those of all folders" },
    "dry-run": { description: "Only show what would go" },
    yes: yesFlag,
    json: jsonFlag,
  },
  words: Infinity,
  suggests: "sessions",
  run: async (flags, words) => {
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
    const before = age === undefined ? undefined : readAge("older-than", age);
    await using sessions = await userSessions();
    const listed = await sessions.list();
    const chosen = withTheirSubagents(
      before === undefined
        ? await sessionsNamed(listed, words, process.cwd())
        : sessionsOlderThan(listed, before, flags.all ? undefined : process.cwd()),
      listed,
    );
    refuseRunning(chosen);
    const asJson = flags.json ?? false;
    if (!asJson) for (const line of chosen) print(sessionLine(line, new Date()));
    const agreement = await agree({
      question: `Remove ${counted(chosen.length, "session")} for good?`,
      isAgreed: (flags.yes ?? false) || chosen.length === 0,
      isDryRun: flags["dry-run"] ?? false,
      asJson,
    });
    const ids = chosen.map(({ session }) => session);
    if (agreement === "done" && ids.length > 0) await sessions.remove(...ids);
    if (asJson) printJson({ outcome: agreement, sessions: ids });
    else if (agreement === "done")
      note(ids.length === 0 ? "No session to remove." : `${counted(ids.length, "session")} removed.`);
    sayWhyNot(agreement, asJson);
    return codeOf[agreement];
  },
});
