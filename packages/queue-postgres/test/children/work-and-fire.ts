import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { openRunQueue } from "../../src/index.ts";

// A worker that submits by schedules, too, and says which sessions it begins and has done.
const [url = "", schema = "", atOnce = "2"] = process.argv.slice(2);
const queue = await openRunQueue({ url, schema });
const options = { atOnce: Number(atOnce), newSession: randomUUID, onProblem: console.error };
await queue.work(options, async ({ session }) => {
  process.send?.({ begun: session });
  await setTimeout(50);
  process.send?.({ done: session });
  return { outcome: "done", costUsd: 0.5 };
});
process.send?.({ ready: true });
