import { openMachineQueue } from "@skein/host/queue";
import { ConfigError } from "@skein/protocol";
import { defineCommand } from "../arguments/command-line.ts";
import { runFlags } from "../arguments/flags.ts";
import { thisMachine } from "../machine.ts";

export const main = defineCommand({
  name: "cancel",
  help: {
    title: "withdraws a run that waits for a worker, or interrupts it",
    usage: ["ID"],
    examples: ["skein cancel 20261120-11"],
  },
  flags: { "database-url": runFlags["database-url"] },
  needs: ["The session"],
  run: async (_, [session]) => {
    await using queue = await openMachineQueue(thisMachine());
    if (await queue.cancel(session)) return;
    throw new ConfigError("usage", `No run of session ${session} waits or runs.`);
  },
});
