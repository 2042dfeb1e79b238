import { onlyFlags } from "@skein/command-line";
import { runFlags } from "@skein/command-line/flags";
import { findRun, readSessionLog } from "@skein/session-processes/queue";
import { exitCodes } from "@skein/protocol";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { outputWriter } from "../output/output-writer.ts";
import { note } from "../print.ts";
import { howToAnswer } from "../session/question-words.ts";
import { userSessions } from "../session/user-session.ts";
import { abortOnSignals } from "../signals.ts";

const shown = onlyFlags(runFlags, "output-format", "no-deltas", "quiet", "database-url");

export const main = defineCommand({
  name: "logs",
  help: {
    title: "what a run has done so far, on this machine or a worker's",
    usage: ["[ID|NAME] [flags]"],
    text: `Prints the last run of a session as skein run does. With --follow it goes on to the end of the run, whichever worker
has it, and ends with its exit code. Interrupting it leaves the run as it is.`,
    examples: ["skein logs 20261120-11 --follow", "skein logs ID --follow --output-format stream-json"],
  },
  flags: { follow: { short: "f", description: "To the end of the run" }, ...shown },
  words: 1,
  suggests: "sessions",
  run: ({ follow = false, ...flags }, [word]) => showLog(word, follow, flags),
});

/** @returns the exit code. */
export async function showLog(
  word: string | undefined,
  follows: boolean,
  flags: Parameters<typeof outputWriter>[0],
): Promise<number> {
  const writer = outputWriter(flags);
  const machine = thisMachine();
  using stop = abortOnSignals();
  await using sessions = await userSessions();
  const session = await findRun(machine, sessions, word, process.cwd());
  const result = await readSessionLog({
    machine,
    sessions,
    session,
    follows,
    left: stop.signal,
    begin: (info) => writer.init(info),
    tell: (event) => writer.event(event),
    onWaiting: (before) => note(`Waits for a worker; ${before} before it.`),
  });
  if (!result) return stop.exitCode();
  writer.result(result, exitCodes[result.outcome]);
  const asked = result.outcome === "needs-input" ? await sessions.openQuestions(session) : [];
  for (const line of howToAnswer(session, asked)) note(line);
  return follows ? exitCodes[result.outcome] : exitCodes.done;
}
