import { setTimeout as sleep } from "node:timers/promises";
import { defineTool } from "../../../packages/extension-kit/src/index.ts";
import type { Tool } from "../../../packages/protocol/src/index.ts";

const nothing = { type: "object", properties: {} };
const long = { effect: "reads", isLong: true } as const;
const okSchema = { type: "object", properties: { ok: { type: "boolean" } } };

/** Tools of the suite whose calls are tasks, and one whose calls are none. */
export function taskTools(): readonly Tool[] {
  return [
    defineTool({
      name: "greet",
      description: "Greets at once.",
      effect: "reads",
      input: { type: "object", properties: { name: { type: "string" } } },
      run: ({ name }) => `Hello, ${typeof name === "string" ? name : "you"}!`,
    }),
    defineTool({
      ...long,
      name: "slow_compute",
      description: "Takes some seconds.",
      input: { type: "object", properties: { seconds: { type: "number" }, label: { type: "string" } } },
      async run({ seconds, label }, { signal }) {
        await sleep(Number(seconds) * 1000, undefined, { signal });
        return `computed ${JSON.stringify(label)}`;
      },
    }),
    defineTool({
      ...long,
      name: "failing_job",
      description: "Fails after a second.",
      input: nothing,
      async run() {
        await sleep(1000);
        throw new Error("The job has failed.");
      },
    }),
    defineTool({
      ...long,
      name: "protocol_error_job",
      description: "Its extension breaks.",
      input: nothing,
      run: () => "never",
    }),
    defineTool({
      ...long,
      name: "confirm_delete",
      description: "Asks first.",
      input: { type: "object", properties: { filename: { type: "string" } } },
      run: async ({ filename }, { requests }) =>
        JSON.stringify(
          await requests?.elicit({ message: `Delete ${JSON.stringify(filename)}?`, schema: okSchema }),
        ),
    }),
    defineTool({
      ...long,
      name: "multi_input",
      description: "Asks two things.",
      input: nothing,
      async run(_, { requests }) {
        const ask = async (id: string) => requests?.elicit({ id, message: `${id}?`, schema: okSchema });
        return JSON.stringify(await Promise.all([ask("one"), ask("two")]));
      },
    }),
  ];
}
