import type { ToolOutcome } from "@skein/protocol";
import { expect, it } from "vitest";
import { sayLeftBehind } from "../src/developer/shell/sandboxed.ts";

const outcome: ToolOutcome = { content: [{ type: "text", text: "output" }] };
const left = { path: "/p/.envrc", reason: "what direnv runs", aside: "/s/.envrc" };

it.each([
  ["nothing, and no failure", [], undefined, []],
  ["nothing, and a failure", [], "No space left.", [/^\[The check .* failed: No space left\. Tell the user/]],
  ["a file, and a failure", [left], "No space left.", [/^\[\/p\/\.envrc decides/, /^\[The check /]],
])("the model is told of %s", async (_, files, failure, expected) => {
  const held = {
    argv: [],
    env: {},
    release: async () => files,
    checkFailure: () => failure,
    signsIn: () => [],
  };
  const result = await sayLeftBehind(outcome, held);
  if ("kind" in result) throw new Error("no result");
  const lines = result.content
    .slice(1)
    .flatMap((part) => (part.type === "text" ? part.text.split("\n") : []));
  expect(lines).toHaveLength(expected.length);
  for (const [index, line] of lines.entries()) expect(line).toMatch(expected[index]!);
});
