import { jsonFlag } from "@skein/command-line/flags";
import { stopSession } from "@skein/session-processes/background";
import { clusterQueue, findRun } from "@skein/session-processes/queue";
import { ConfigError, exitCodes } from "@skein/protocol";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { note, printJson } from "../print.ts";
import { userSessions } from "../session/user-session.ts";

export const main = defineCommand({
  name: "stop",
  help: {
    title: "interrupt the run of a session in another process",
    usage: ["ID|NAME"],
    text: `The tools that run are ended, and the session stays: skein resume goes on from where it stands. A run in the
background ends its process; a chat waits for the next message.`,
    examples: ["skein ps", "skein stop 20261120-11"],
  },
  flags: { json: jsonFlag },
  needs: ["The session"],
  hint: "`skein ps` lists those that run.",
  suggests: "sessions",
  run: async (flags, [word]) => {
    await using sessions = await userSessions();
    const session = await findRun(thisMachine(), sessions, word, process.cwd());
    const stopped = await stopSession(thisMachine(), session, "Stopped from another terminal.");
    if (!stopped && (await cancelled(session))) {
      if (flags.json) printJson({ id: session, cancelled: true });
      else note(`Cancelled in the queue. To go on: skein submit --session-id ${session} "go on"`);
      return exitCodes.done;
    }
    if (!stopped)
      throw new ConfigError("usage", `No process has the session ${session} open.`, {
        hint: "`skein ps` lists those that run.",
      });
    if (flags.json) printJson({ id: session, ...stopped });
    else if (!stopped.wasRunning)
      note(`Session ${session} runs nothing. Process ${stopped.pid} has it open.`);
    else if (stopped.hasEnded) note(`Stopped. To go on: skein resume ${session}`);
    else note(`Process ${stopped.pid} was told to stop and has not yet: a tool of its hangs.`);
    return stopped.hasEnded ? exitCodes.done : exitCodes.limit;
  },
});

async function cancelled(session: string): Promise<boolean> {
  await using queue = await clusterQueue(thisMachine());
  return (await queue?.cancel(session)) ?? false;
}
