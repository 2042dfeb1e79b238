import { onlyFlags } from "@skein/command-line";
import { chatFlags, runFlags } from "@skein/command-line/flags";
import { findRunning, followRun } from "@skein/session-processes/background";
import { isOnCluster } from "@skein/session-processes/queue";
import { exitCodes } from "@skein/protocol";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { outputWriter } from "../output/output-writer.ts";
import { note } from "../print.ts";
import { abortOnSignals } from "../signals.ts";
import { userHost } from "../user-host.ts";
import { showLog } from "./logs.ts";
import { loadChatCommand } from "../later.ts";

export const main = defineCommand({
  name: "attach",
  help: {
    title: "watch and steer a session that another process runs",
    usage: ["[ID|NAME] [flags]"],
    text: `In a terminal it is the chat, as it stands there: send messages, answer what is asked, interrupt. Leaving it
ends nothing. Without a terminal, or with --output-format, it prints the run that is on to its end, and ends with the
run's exit code. So it does for the run of a worker elsewhere, which takes no messages: answer its question with skein
answer, or send the next message with skein submit --session-id. Without ID it is the only session that is open, or the
only one that runs or asks.`,
    examples: ["skein attach", "skein attach 20261120-11 --output-format stream-json | jq .type"],
  },
  flags: { ...onlyFlags(runFlags, "output-format", "stream", "no-deltas", "quiet"), plain: chatFlags.plain },
  words: 1,
  suggests: "sessions",
  run: async (flags, [word]) => {
    const machine = thisMachine();
    if (word !== undefined && (await isOnCluster(machine, word))) return showLog(word, true, flags);
    if (process.stdin.isTTY && process.stdout.isTTY && flags["output-format"] === undefined) {
      const { chatWith } = await loadChatCommand();
      const plain = flags.plain === undefined ? {} : { plain: flags.plain };
      return chatWith(
        { resume: true, ...plain },
        { choose: ({ sessions }, cwd) => findRunning(machine, sessions, { word, cwd }) },
      );
    }
    const writer = outputWriter(flags);
    using stop = abortOnSignals();
    await using host = await userHost({ isQuiet: true });
    const last = await findRunning(machine, host.sessions, { word, cwd: process.cwd() });
    const wishes = { cwd: last.cwd ?? process.cwd(), session: last.session, last, attended: false };
    const session = await host.open(wishes);
    const { cwd, mode } = session.settings();
    const { tools, answering, sandbox } = await session.prepare();
    writer.init({ session: session.id, ...answering, cwd, mode, sandbox, tools });
    const result = await followRun(session, stop.signal, (event) => writer.event(event));
    if (!result) {
      if (!stop.signal.aborted) note(`Session ${session.id} runs nothing now.`);
      return stop.exitCode();
    }
    writer.result(result, exitCodes[result.outcome]);
    return exitCodes[result.outcome];
  },
});
