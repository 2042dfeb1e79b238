import { createAgent } from "@skein/agent";
import { scriptedModel } from "@skein/provider-replay";
import { memoryWatch } from "../../src/agent/memory-watch.ts";

// An agent whose tool takes ever more memory, in a process of its own.

const held: unknown[] = [];

await using agent = createAgent({
  model: scriptedModel([[{ type: "tool-call", id: "a", name: "eat", input: {} }]]),
  tools: [
    {
      name: "eat",
      description: "eat",
      inputSchema: { type: "object" },
      effect: "reads",
      repeat: "once",
      check: (value) => ({ ok: true, value }),
      async call(_, { signal }) {
        while (!signal.aborted) {
          held.push(Array.from({ length: 10_000 }, (_item, at) => ({ at })));
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        throw new Error("stopped");
      },
    },
  ],
  watchMemory: memoryWatch({ everyMs: 20 }),
});
const { outcome, error } = await agent.run("go").result;
console.log(JSON.stringify({ outcome, error }));
