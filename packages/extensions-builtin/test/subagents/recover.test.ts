import { memoryJournal, extractText, type Entry, type JournalStore, type JsonObject } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { call, entriesOf, harness, latch, said, spawn, textsIn, tool, usage, type Reply } from "./harness.ts";

/** The journals as a kill would have left them. */
async function cutBefore(
  journal: JournalStore,
  cuts: Readonly<Record<string, (entry: Entry) => boolean>>,
): Promise<JournalStore> {
  const cut = memoryJournal();
  for (const [session, isGone] of Object.entries(cuts)) {
    const entries = await entriesOf(journal, session);
    const at = entries.findIndex(isGone);
    const kept = at === -1 ? entries : entries.slice(0, at);
    if (kept.length > 0) await cut.append(session, 0, kept);
  }
  return cut;
}

const ofKind = (kind: Entry["kind"]) => (entry: Entry) => entry.kind === kind;
const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };

/** Takes a step, says so, and hands over its result when it is asked for one. */
const child: Reply = (_task, { messages }) => {
  if (!messages.some(({ role }) => role === "tool")) return { content: [call("s", "step")], usage };
  const hasSpoken = messages.some(({ role, content }) => role === "assistant" && extractText(content) !== "");
  return hasSpoken ? { content: [call("o", "final_output", { n: 1 })], usage } : said("Arrived.");
};

async function whole(more: JsonObject = {}) {
  const steps = { count: 0 };
  const step = tool("step", async () => `step ${++steps.count}`);
  const first = harness({ childTools: [step], child });
  const { agent } = first.parent([spawn({ instructions: "walk", ...more }), said("Never seen.")]);
  await agent.run("go").result;
  await agent.close();
  return { first, step, steps };
}

describe("a parent that was killed while its child worked", () => {
  it.each([
    ["words", {}, "Arrived."],
    ["a typed result", { output_schema: schema }, '{"n":1}'],
  ])("resumes the same session to %s, wherever the kill happened", async (_, more, result) => {
    const { first, step, steps } = await whole(more);
    const { length } = await entriesOf(first.journal, "child-1");
    expect(length).toBeGreaterThan(10);
    for (let kept = 0; kept <= length; kept++) {
      const journal = await cutBefore(first.journal, {
        parent: ofKind("tool-result"),
        "child-1": ({ seq }) => seq > kept,
      });
      const before = steps.count;
      const second = harness({ journal, childTools: [step], child });
      const { agent, model } = second.parent([said("It has arrived.")]);
      expect(await agent.run().result).toMatchObject({ outcome: "done", text: "It has arrived." });
      expect(second.specs.map(({ session, task }) => [session, task])).toEqual([["child-1", "walk"]]);
      expect(textsIn(model.requests[0]?.messages).at(-1)).toBe(result);
      expect(steps.count - before).toBeLessThanOrEqual(1);
      const entries = await entriesOf(journal, "parent");
      expect(entries.filter(ofKind("child"))).toHaveLength(1);
      expect(entries.find(ofKind("tool-result"))).toMatchObject({ recovered: "collected" });
      await agent.close();
    }
  });

  it("resumes a child that was interrupted just before", async () => {
    const stuck = latch();
    const first = harness({
      childTools: [tool("step", async (_, { signal }) => (await stuck.pass(signal), ""))],
      child,
    });
    const { agent: killed } = first.parent([spawn({ instructions: "walk" })]);
    const run = killed.run("go");
    await stuck.reached;
    run.interrupt();
    await run.result;
    await killed.close();
    const journal = await cutBefore(first.journal, { parent: ofKind("tool-result"), "child-1": () => false });
    expect((await entriesOf(journal, "child-1")).at(-1)).toMatchObject({ outcome: "cancelled" });
    const second = harness({ journal, child });
    const { agent, model } = second.parent([said("I see.")]);
    await agent.run().result;
    expect(textsIn(model.requests[0]?.messages).at(-1)).toBe("Arrived.");
    await agent.close();
  });

  it("says how the child had ended when it had not finished", async () => {
    const first = harness({ limits: { maxTurns: 1 }, childTools: [tool("step", async () => "")], child });
    const { agent: killed } = first.parent([spawn({ instructions: "walk" }), said("x")]);
    await killed.run("go").result;
    await killed.close();
    const journal = await cutBefore(first.journal, { parent: ofKind("tool-result"), "child-1": () => false });
    const second = harness({ journal, child });
    const { agent, model } = second.parent([said("I see.")]);
    await agent.run().result;
    expect(textsIn(model.requests[0]?.messages).at(-1)).toContain("The limit of 1 turn was reached");
    expect((await entriesOf(journal, "child-1")).filter(ofKind("run-start"))).toHaveLength(1);
    await agent.close();
  });

  it("says that nothing was started when the journal knows of no child", async () => {
    const { first, step } = await whole();
    const journal = await cutBefore(first.journal, { parent: ofKind("child") });
    const second = harness({ journal, childTools: [step], child });
    const { agent, model } = second.parent([said("I see.")]);
    await agent.run().result;
    expect(second.specs).toEqual([]);
    expect(textsIn(model.requests[0]?.messages).at(-1)).toContain("was not started");
    await agent.close();
  });

  it("resumes one in the background whose call had its result, wherever the kill happened", async () => {
    const steps = { count: 0 };
    const childTools = [tool("step", async () => `step ${++steps.count}`)];
    const first = harness({ childTools, child });
    const turns = [
      spawn({ instructions: "walk", background: true }),
      said("Waiting."),
      said("It has arrived."),
    ];
    const { agent: killed } = first.parent(turns);
    await killed.run("go").result;
    await killed.close();
    const { length } = await entriesOf(first.journal, "child-1");
    for (let kept = 0; kept <= length; kept++) {
      const journal = await cutBefore(first.journal, {
        parent: ofKind("queued"),
        "child-1": ({ seq }) => seq > kept,
      });
      const before = steps.count;
      const second = harness({ journal, childTools, child });
      const { agent, model } = second.parent([said("Waiting."), said("It has arrived.")]);
      expect((await agent.run().result).outcome).toBe("done");
      await agent.close();
      expect(second.specs.map(({ session, task }) => [session, task])).toEqual([["child-1", "walk"]]);
      const texts = textsIn(model.requests.at(-1)?.messages).join("\n");
      expect(texts).toContain("Its result:\nArrived.");
      expect(texts).not.toContain("gave no report");
      expect(steps.count - before).toBeLessThanOrEqual(1);
      expect((await entriesOf(journal, "parent")).filter(ofKind("child"))).toHaveLength(1);
    }
  });

  it("says that one in the background is lost when the user sends a message instead", async () => {
    const first = harness({ child: () => said("Dug.") });
    const { agent: killed } = first.parent([
      spawn({ instructions: "dig", background: true }),
      said("x"),
      said("y"),
    ]);
    await killed.run("go").result;
    await killed.close();
    const journal = await cutBefore(first.journal, { parent: ofKind("queued"), "child-1": () => true });
    const second = harness({ journal });
    const { agent, model } = second.parent([said("I see.")]);
    expect(await agent.run("and now?").result).toMatchObject({ outcome: "done" });
    await agent.close();
    expect(second.specs).toEqual([]);
    expect(textsIn(model.requests[0]?.messages).join("\n")).toContain("gave no report");
  });

  it("starts one in the background again under its id", async () => {
    const first = harness({ child: () => said("Dug.") });
    const { agent: killed } = first.parent([
      spawn({ instructions: "dig", background: true }),
      said("x"),
      said("y"),
    ]);
    await killed.run("go").result;
    await killed.close();
    const journal = await cutBefore(first.journal, { parent: ofKind("tool-result"), "child-1": () => true });
    const second = harness({ journal, child: () => said("Dug again.") });
    const { agent, model } = second.parent([said("Waiting."), said("Done.")]);
    expect((await agent.run().result).outcome).toBe("done");
    expect(second.specs.map(({ session }) => session)).toEqual(["child-1"]);
    const texts = textsIn(model.requests.at(-1)?.messages).join();
    expect(texts).toContain("Its result:\nDug again.");
    expect(texts).not.toContain("gave no report");
    await agent.close();
  });
});
