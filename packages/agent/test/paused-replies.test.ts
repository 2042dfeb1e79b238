import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, text, tool } from "./tools.ts";

const paused = [text("Still searching.")];

describe("a model that pauses", () => {
  it("may do so more often than it may repeat a call, because a pause calls nothing", async () => {
    const replies = Array.from({ length: 6 }, () => ({ content: paused, stop: "paused" as const }));
    const model = scriptedModel([...replies, [text("Found.")]]);
    await using agent = createAgent({ model, limits: { maxRepetitions: 2 } });
    expect(await agent.run("go").result).toMatchObject({
      outcome: "done",
      text: "Found.",
      turns: 7,
      toolCalls: 0,
    });
  });

  it("does not hide by its pauses that it repeats a call", async () => {
    const round = (at: number) => [[call(`c${at}`, "act")], { content: paused, stop: "paused" as const }];
    const model = scriptedModel([0, 1, 2, 3].flatMap(round));
    await using agent = createAgent({
      model,
      extensions: [tool("act", () => "the same")],
      limits: { maxRepetitions: 2 },
    });
    expect(await agent.run("go").result).toMatchObject({
      outcome: "limit",
      error: { code: "max-repetitions" },
      toolCalls: 2,
    });
  });
});
