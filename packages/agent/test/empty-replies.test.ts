import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, text, tool } from "./tools.ts";

const look = tool("look", () => "seen");
const empty: readonly never[] = [];

describe("after one empty reply that was asked again", () => {
  it("another one is asked again, too, when the model has answered in between", async () => {
    const answerAndAskMore = async () => {
      await run.queue("second");
      return [text("One.")];
    };
    const model = scriptedModel([empty, answerAndAskMore, empty, [text("Two.")]]);
    await using agent = createAgent({ model });
    const run = agent.run("first");
    expect(await run.result).toMatchObject({ outcome: "done", text: "Two.", turns: 4 });
  });

  it("another one is asked again, too, when the model has called tools in between", async () => {
    const model = scriptedModel([empty, [call("a", "look")], empty, [call("b", "look")], [text("Done.")]]);
    await using agent = createAgent({ model, extensions: [look] });
    expect(await agent.run("go").result).toMatchObject({ outcome: "done", text: "Done.", toolCalls: 2 });
  });

  it("the next one ends the run when it comes at once", async () => {
    const model = scriptedModel([empty, empty, [text("Too late.")]]);
    await using agent = createAgent({ model });
    expect(await agent.run("go").result).toMatchObject({
      outcome: "provider",
      error: { code: "empty-reply" },
    });
  });
});
