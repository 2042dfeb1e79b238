import type { Tool } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { expect, it } from "vitest";
import { call, text, tool } from "../tools.ts";
import { record, replay, sameAs } from "./record.ts";

it("a replay passes calls on as they were passed on, also those that were denied or whose tool was missing", async () => {
  let ran = 0;
  const hidden: Tool = { ...tool("hidden", () => `ran ${++ran} times`), isDeferred: true };
  const shut: Tool = { ...tool("shut", () => "", { effect: "unknown" }), isDeferred: true };
  const pass: Tool = {
    ...tool("pass", () => "never"),
    forwards: (input) => ({ tool: (input as { readonly name: string }).name, input: { a: 1 } }),
  };
  const model = scriptedModel([
    [call("a", "pass", { name: "hidden" }), call("b", "pass", { name: "shut" })],
    [call("c", "pass", { name: "nothing" })],
    [text("done")],
  ]);
  const recording = await record(
    { model, extensions: [hidden, shut, pass], ask: async () => ({ deny: "no" }) },
    (agent) => agent.run("go").result,
  );
  expect(await replay(recording)).toMatchObject({ ...sameAs(recording), requests: 3 });
  expect(ran).toBe(1);
});
