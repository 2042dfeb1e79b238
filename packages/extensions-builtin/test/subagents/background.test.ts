import type { AgentEvent } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { call, control, entriesOf, harness, latch, said, spawn, textsIn, tool, usage } from "./harness.ts";

const later = { instructions: "dig", background: true };

describe("a child in the background", () => {
  it("answers with its id, and its result comes as a message before the run ends", async () => {
    const digging = latch();
    const { parent } = harness({ child: async () => (await digging.pass(), said("Gold.")) });
    const { agent, model } = parent([
      spawn(later),
      () => (digging.open(), said("Nothing else to do.")),
      said("It found gold."),
    ]);
    const result = await agent.run("go").result;
    expect(result).toMatchObject({ outcome: "done", text: "It found gold.", costUsd: 12 });
    const texts = textsIn(model.requests[2]?.messages);
    expect(texts[1]).toContain("Its id is child-1");
    expect(texts[2]).toBe('The subagent "dig" (child-1) has ended. Its result:\nGold.');
    await agent.close();
  });

  it("hands its result to a call that waits, and then not as a message too", async () => {
    const digging = latch();
    const { parent, journal } = harness({ child: async () => (await digging.pass(), said("Gold.")) });
    const { agent, model } = parent([
      spawn(later),
      { content: [call("1", "subagent_control", { action: "wait" })], usage },
      said("It found gold."),
    ]);
    const run = agent.run("go");
    for await (const event of run) if (isCall(event, "subagent_control")) digging.open();
    expect(await run.result).toMatchObject({ outcome: "done", text: "It found gold.", turns: 3 });
    expect(textsIn(model.requests[2]?.messages)[2]).toBe(
      'The subagent "dig" (child-1) has ended. Its result:\nGold.',
    );
    const entries = await entriesOf(journal, "parent");
    expect(entries.filter(({ kind }) => kind === "queued")).toEqual([]);
    expect(entries.findLast(({ kind }) => kind === "tool-result")).toMatchObject({ reports: ["child-1"] });
    await agent.close();
  });

  it("is told as still at work when a wait is over before it", async () => {
    const digging = latch();
    const { parent } = harness({ child: async () => (await digging.pass(), said("Gold.")) });
    const { agent, model } = parent([
      spawn(later),
      control({ action: "wait", id: "child-1", timeout_seconds: 0.01 }),
      said("Waiting."),
      said("It found gold."),
    ]);
    const run = agent.run("go");
    for await (const event of run)
      if (event.type === "tool-end" && event.tool === "subagent_control") digging.open();
    await run.result;
    expect(textsIn(model.requests[2]?.messages)[2]).toMatch(
      /^None has ended within 0\.01 s\.\nchild-1 "dig": working, 0 turns, 0 tokens in, 0 out, since \d+ s$/,
    );
    await agent.close();
  });

  it.each([
    ["at work", true, "dig, earth, Look for silver."],
    ["only just starting", false, "dig, earth, Look for silver."],
  ])("reads what it is steered with when it is %s", async (_, isAtWork, told) => {
    const digging = latch();
    const { parent } = harness({
      childTools: [tool("dig", async () => (await digging.pass(), "earth"))],
      child: (_task, { messages }, count) =>
        count === 0 ? [call("d", "dig")] : said(`I was told: ${textsIn(messages).join(", ")}`),
    });
    const { agent, model } = parent([
      spawn(later),
      async () => {
        if (isAtWork) await digging.reached;
        return control({ action: "steer", id: "child-1", message: "Look for silver." });
      },
      control({ action: "wait" }, "wait"),
      said("Done."),
    ]);
    const run = agent.run("go");
    for await (const event of run)
      if (event.type === "tool-end" && event.tool === "subagent_control") digging.open();
    await run.result;
    expect(textsIn(model.requests[3]?.messages)[3]).toContain(`I was told: ${told}`);
    await agent.close();
  });

  it("is cancelled, and says what it had", async () => {
    const digging = latch();
    const { parent, open } = harness({
      childTools: [tool("dig", async (_, { signal }) => (await digging.pass(signal), ""))],
      child: () => ({ content: [{ type: "text", text: "Only earth so far." }, call("d", "dig")], usage }),
    });
    const { agent, model } = parent([
      spawn(later),
      async () => (await digging.reached, control({ action: "cancel", id: "child-1" }, "1")),
      control({ action: "list" }, "2"),
      said("Done."),
    ]);
    expect(await agent.run("go").result).toMatchObject({ outcome: "done", turns: 4, costUsd: 15 });
    const texts = textsIn(model.requests[3]?.messages);
    expect(texts[2]).toMatch(/^The subagent "dig" ended as cancelled/);
    expect(texts[2]).toContain("ended as cancelled after 1 turn: It was cancelled by the agent");
    expect(texts[2]).toContain("Only earth so far.");
    expect(texts[3]).toMatch(/^child-1 "dig": ended as cancelled, 1 turn, \$3\.0000, after \d s$/);
    expect(open.now).toBe(0);
    await agent.close();
  });

  it("ends with the run when that is interrupted", async () => {
    const digging = latch();
    const { parent, open } = harness({
      childTools: [tool("dig", async (_, { signal }) => (await digging.pass(signal), ""))],
      child: () => ({ content: [call("d", "dig")], usage }),
    });
    const { agent } = parent([spawn(later), said("Waiting.")]);
    const run = agent.run("go");
    await digging.reached;
    run.interrupt();
    expect((await run.result).outcome).toBe("cancelled");
    await agent.close();
    expect(open.now).toBe(0);
  });

  it.each([
    [{ action: "wait" }, "No subagent is at work in the background."],
    [{ action: "list" }, "No subagent is at work in the background."],
    [{ action: "wait", id: "x" }, "No subagent x was started in the background by you.\nUse the action"],
    [{ action: "cancel", id: "x" }, "No subagent x was started"],
    [{ action: "steer", id: "x", message: "m" }, "No subagent x was started"],
    [{ action: "steer", id: "x" }, "/message: missing"],
    [{ action: "cancel" }, "/id: missing"],
    [{}, "/action: missing"],
    [{ action: "kill" }, "/action: expected one of list, wait, steer, cancel"],
  ])("answers %j when there is none", async (input, answer) => {
    const { parent } = harness();
    const { agent, model } = parent([control(input), said("Done.")]);
    await agent.run("go").result;
    expect(textsIn(model.requests[1]?.messages)[1]).toContain(answer);
    await agent.close();
  });
});

function isCall(event: AgentEvent, name: string): boolean {
  return event.type === "tool-start" && event.tool === name;
}
