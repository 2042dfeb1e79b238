import type { Example } from "../example.ts";

export const event: Example = {
  names: { NAME: "last-turn" },
  changes: [
    {
      file: "packages/protocol/src/events.ts",
      after: `  | {
      readonly type: "turn-start";
      /** Number of the turn in the run, from 1. */
      readonly turn: number;
    }
`,
      text: `  /** The turn that starts is the last one that the limit of turns allows. */
  | {
      readonly type: "last-turn";
      /** Number of the turn in the run, from 1. */
      readonly turn: number;
    }
`,
    },
    {
      file: "packages/session-transfer/src/schemas/events.ts",
      after: '  event("turn-start", { turn: z.int().positive() }),\n',
      text: '  event("last-turn", { turn: z.int().positive() }),\n',
    },
    {
      file: "packages/agent/src/loop/run-loop.ts",
      after: '    emit({ type: "turn-start", turn });\n',
      text: '    if (turn === scope.parts.limits.maxTurns) emit({ type: "last-turn", turn });\n',
    },
    {
      file: "packages/agent/test/last-turn.test.ts",
      text: `import { scriptedModel } from "@skein/provider-replay";
import { expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, text, tool } from "./tools.ts";

it("says that a turn is the last one", async () => {
  const model = scriptedModel([[call("a", "look", {})], [text("done")]]);
  await using agent = createAgent({ model, tools: [tool("look", () => "seen")], limits: { maxTurns: 2 } });
  const events = await Array.fromAsync(agent.run("go"));
  expect(events.filter(({ type }) => type === "last-turn")).toMatchObject([{ turn: 2 }]);
});
`,
    },
    {
      file: "tools/readmes/test/event-table.test.ts",
      after: '  "turn-start": true,\n',
      text: '  "last-turn": true,\n',
    },
    {
      file: "docs/embedding.md",
      after:
        "| `turn-start`       | the model is about to be asked                                    |       |\n",
      text: "| `last-turn` | the limit allows no turn after this one | |\n",
    },
    {
      file: ".changeset/last-turn.md",
      text: '---\n"@skein/protocol": minor\n---\n\nAdd the event `last-turn`.\n',
    },
  ],
  leftOut: { file: "docs/embedding.md", command: "npm run x -- vitest run tools/readmes" },
};
