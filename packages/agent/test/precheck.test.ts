import { memoryJournal, type Gate, type Question } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { record, replay, sameAs } from "./replay/record.ts";
import { call, text, tool } from "./tools.ts";

const failure = { kind: "failed", message: "old_text is not in a.txt." } as const;

function setUp(parts: Partial<AgentParts> = {}) {
  const asked: Question[] = [];
  const looked: string[] = [];
  const edit = tool("edit", () => "edited", {
    effect: "writes",
    resources: () => ["file:/a.txt"],
    precheck: async (value, { callId }) => {
      looked.push(callId);
      return JSON.stringify(value).includes("bad") ? failure : undefined;
    },
  });
  const model = scriptedModel([[call("a", "edit", { old: "bad" })], [text("done")]]);
  const ask = async (question: Question) => (asked.push(question), { allow: "once" } as const);
  return { asked, looked, model, parts: { model, extensions: [edit], ask, ...parts } };
}

describe("a call that cannot succeed", () => {
  it("fails before anybody is asked", async () => {
    const { asked, model, parts } = setUp();
    await using agent = createAgent(parts);
    expect((await agent.run("go").result).outcome).toBe("done");
    expect(asked).toEqual([]);
    expect(JSON.stringify(model.requests[1]?.messages)).toContain(failure.message);
  });

  it("fails also where nobody could be asked", async () => {
    const { asked: _, parts } = setUp();
    const { ask: __, ...rest } = parts;
    await using agent = createAgent(rest);
    expect((await agent.run("go").result).outcome).toBe("done");
  });

  it("is not looked at where reading it would need an approval", async () => {
    const gate: Gate = { decide: () => ({ verdict: "ask", by: "guarded path" }) };
    const { asked, looked, parts } = setUp({ gate });
    await using agent = createAgent(parts);
    await agent.run("go").result;
    expect(looked).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it("is replayed without a question", async () => {
    const { parts } = setUp();
    const recording = await record(parts, (agent) => agent.run("go").result, memoryJournal());
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });
});
