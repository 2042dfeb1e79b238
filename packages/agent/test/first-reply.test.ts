import { memoryJournal, extractText, type Gate } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { record, replay, sameAs } from "./replay/record.ts";
import { createAgent } from "../src/index.ts";
import { text, tool } from "./tools.ts";

const look = tool("look", (input) => `seen ${JSON.stringify(input)}`, { effect: "runs" });
const first = { text: "I look first.", calls: [{ name: "look", input: { at: "a" } }] };
const allowing: Gate = { decide: () => ({ verdict: "allow", by: "rule", reason: "All is allowed." }) };
const asking: Gate = { decide: () => ({ verdict: "ask", by: "rule", reason: "Everything is asked." }) };

describe("a run whose first reply is given", () => {
  it("makes its calls, then asks the model, which reads them and what came of them", async () => {
    const model = scriptedModel([[text("Fine.")], [text("Again.")]]);
    const agent = createAgent({ model, extensions: [look], gate: allowing, journal: memoryJournal() });
    const { outcome, turns, usage } = await agent.run("go", { first }).result;
    expect({ outcome, turns, usage }).toMatchObject({ outcome: "done", turns: 2 });
    expect(model.requests).toHaveLength(1);
    const [user, reply, results] = model.requests[0]!.messages;
    expect([user?.role, reply?.role, results?.role]).toEqual(["user", "assistant", "tool"]);
    expect(extractText(reply!.content as never)).toBe("I look first.");
    expect(JSON.stringify(results)).toContain("seen");
    await agent.run("and now").result;
    expect(model.requests).toHaveLength(2);
    await agent.close();
  });

  it("asks about them as about all calls, in another process too", async () => {
    const journal = memoryJournal();
    const model = scriptedModel([[text("Fine.")]]);
    const parts = { model, extensions: [look], gate: asking, journal, session: "s" } as const;
    const agent = createAgent(parts);
    expect((await agent.run("go", { first }).result).outcome).toBe("needs-input");
    await agent.close();
    expect(model.requests).toEqual([]);
    const later = createAgent({ ...parts, ask: async () => ({ allow: "once" }) });
    expect((await later.run().result).text).toBe("Fine.");
    expect(JSON.stringify(model.requests[0]?.messages)).toContain("seen");
    await later.close();
  });

  it("is replayed as it was", async () => {
    const recording = await record(
      { model: scriptedModel([[text("Fine.")]]), extensions: [look], gate: allowing },
      (agent) => agent.run("go", { first }).result,
    );
    expect(await replay(recording)).toMatchObject({ ...sameAs(recording), runs: 1, requests: 2 });
  });
});
