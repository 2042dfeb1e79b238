import {
  callToolOf,
  memoryJournal,
  ProviderError,
  type AgentEvent,
  type Extension,
  type Gate,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

describe("what a run leaves in the journal", () => {
  it("is no reply where a request failed before anything came", async () => {
    const journal = memoryJournal();
    const broken = new ProviderError("network", "Gone.", { provider: "replay", retryable: true });
    await using agent = createAgent({ model: scriptedModel([broken]), journal, session: "s" });
    expect((await agent.run("go").result).outcome).toBe("provider");
    expect((await entriesOf(journal)).map(({ kind }) => kind)).not.toContain("assistant-message");
  });

  it("is who said no, beside what had been decided", async () => {
    const journal = memoryJournal();
    const model = scriptedModel([[call("a", "act")], [text("done")]]);
    const act = tool("act", () => "ok", { effect: "runs" });
    const gate: Gate = { decide: () => ({ verdict: "ask", by: "rule" }) };
    const ask = async () => ({ deny: "Not now." });
    await using agent = createAgent({ model, extensions: [act], gate, ask, journal, session: "s" });
    await agent.run("go").result;
    expect((await entriesOf(journal)).filter(({ kind }) => kind === "decision")).toMatchObject([
      { verdict: "ask", by: "rule" },
      { verdict: "deny", by: "user", reason: "Not now." },
    ]);
  });

  it("is no new context where an extension says that its tools have changed, and they have not", async () => {
    const journal = memoryJournal();
    let changed = (): void => undefined;
    const tools = [tool("act", () => (changed(), "ok"))];
    const extension: Extension = {
      name: "restless",
      tools: async () => tools,
      onChange: (listener) => ((changed = listener), () => undefined),
      status: () => ({ state: "ready" }),
      callTool: (name, input, context) => callToolOf(tools, name, input, context),
      close: async () => undefined,
    };
    const model = scriptedModel([[call("a", "act")], [text("done")]]);
    await using agent = createAgent({ model, extensions: [extension], journal, session: "s" });
    const events: AgentEvent[] = [];
    for await (const event of agent.run("go")) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: "outcome", outcome: "done" });
    expect(events.map(({ type }) => type)).not.toContain("cache-break");
    expect((await entriesOf(journal)).filter(({ kind }) => kind === "context")).toHaveLength(1);
  });
});
