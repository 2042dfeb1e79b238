import { memoryJournal, type Budget, type Extension, type Tool } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { record, replay, sameAs } from "./replay/record.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const hidden: Tool = { ...tool("hub__close", () => "closed", { effect: "unknown" }), isDeferred: true };
const finder: Tool = { ...tool("search_tools", () => "hub__close"), findsDeferred: true };
const replies = () => [[call("a", "hub__close", { issue: 7 })], [text("done")]] as const;

/** An extension whose deferred tools change. */
function changing(): Extension & { readonly change: (tools: readonly Tool[]) => void } {
  let [tools, listener]: [readonly Tool[], () => void] = [[hidden], () => undefined];
  return {
    name: "hub",
    tools: () => Promise.resolve(tools),
    onChange: (changed) => ((listener = changed), () => undefined),
    status: () => ({ state: "ready" }),
    callTool: async (name, input, context) => tools.find((one) => one.name === name)!.call(input, context),
    close: () => Promise.resolve(),
    change(next) {
      tools = next;
      listener();
    },
  };
}

describe("deferred tools of a request", () => {
  it("come beside the listed ones for vendors that search, and are called through the gate by their own names", async () => {
    const asked: string[] = [];
    const model = scriptedModel([...replies()]);
    const parts: AgentParts = {
      model,
      extensions: [hidden, finder],
      gate: { decide: ({ tool: name }) => (asked.push(name), { verdict: "allow", by: "rule" }) },
    };
    await using agent = createAgent(parts);
    await agent.run("go").result;
    const [request] = model.requests;
    expect(request?.tools.map(({ name }) => name)).toEqual(["search_tools"]);
    expect(request?.deferred).toEqual({
      tools: [{ name: "hub__close", description: "hub__close", inputSchema: { type: "object" } }],
      through: ["search_tools"],
    });
    expect(asked).toEqual(["hub__close"]);
  });

  it("are left out under a budget, since what a vendor loads by itself is not bounded", async () => {
    const budget: Budget = {
      reserve: () => Promise.resolve({ outputTokens: 100, grow: () => true, settle: () => [] }),
      status: () => [],
    };
    const model = scriptedModel([...replies()]);
    await using agent = createAgent({ model, extensions: [hidden, finder], budget });
    await agent.run("go").result;
    expect(model.requests[0]).not.toHaveProperty("deferred");
  });

  it("may change without a break of the prompt cache: they are not at the front of the request", async () => {
    const hub = changing();
    const journal = memoryJournal();
    const more = { ...hidden, name: "hub__open" };
    const grow = tool("grow", () => (hub.change([hidden, more]), "grown"));
    const model = scriptedModel([[call("a", "grow")], [text("done")]]);
    await using agent = createAgent({ model, extensions: [hub, finder, grow], journal, session: "s" });
    const events = await Array.fromAsync(agent.run("go"));
    expect(events.filter(({ type }) => type === "cache-break")).toEqual([]);
    expect(model.requests[1]?.deferred?.tools.map(({ name }) => name)).toEqual(["hub__close", "hub__open"]);
    expect(model.requests[1]?.tools).toEqual(model.requests[0]?.tools);
    const contexts = (await entriesOf(journal)).filter(({ kind }) => kind === "context");
    expect(contexts).toMatchObject([{ reason: "start" }, { reason: "Deferred tools have changed." }]);
  });

  it("are replayed with the requests that had them", async () => {
    const recording = await record(
      {
        model: scriptedModel([...replies()]),
        extensions: [hidden, finder],
        ask: async () => ({ allow: "once" }),
      },
      (agent) => agent.run("go").result,
    );
    expect(await replay(recording)).toMatchObject({ ...sameAs(recording), requests: 2 });
  });
});
