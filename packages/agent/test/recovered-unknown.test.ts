import { memoryJournal, recoverToolOf, callToolOf, type Extension } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

it("a call whose tool reports an unknown outcome counts as unknown, not as collected", async () => {
  const act = tool("act", () => "done", {
    recover: async () => ({ kind: "unknown-outcome", partial: "half" }),
  });
  const extension: Extension = {
    name: "e",
    tools: async () => [act],
    status: () => ({ state: "ready" }),
    callTool: (name, input, context) => callToolOf([act], name, input, context),
    recoverTool: (name, input, context) => recoverToolOf([act], name, input, context),
    close: async () => undefined,
  };
  const whole = memoryJournal();
  {
    await using agent = createAgent({
      model: scriptedModel([[call("a", "act")], [text("done")]]),
      extensions: [extension],
      journal: whole,
      session: "s",
    });
    await agent.run("go").result;
  }
  const entries = await entriesOf(whole);
  const crashed = memoryJournal();
  await crashed.append(
    "s",
    0,
    entries.slice(
      0,
      entries.findIndex(({ kind }) => kind === "tool-result"),
    ),
  );
  await using agent = createAgent({
    model: scriptedModel([[text("I check.")]]),
    extensions: [extension],
    journal: crashed,
    session: "s",
  });
  await agent.run("on").result;
  const result = (await entriesOf(crashed)).find((entry) => entry.kind === "tool-result");
  expect(result).toMatchObject({ failure: { kind: "unknown-outcome" } });
  expect(result).not.toHaveProperty("recovered");
});
