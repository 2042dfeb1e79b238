import { methods, type SessionConfigOption } from "@agentclientprotocol/sdk/unstable";
import { describe, expect, it } from "vitest";
import { acpClient } from "./acp-client.ts";

const said = (text: string) => [{ type: "text", text }] as const;

/** Current value and values of each option. */
const shown = (options: readonly SessionConfigOption[] = []) =>
  options.map((option) => [
    option.id,
    option.currentValue,
    ...("options" in option ? option.options.map((one) => ("value" in one ? one.value : one.group)) : []),
  ]);

describe("what a client may choose", () => {
  const efforts = ["none", "low", "medium", "high", "max"];
  const modes = ["auto", "accept_edits", "smart_approve", "approve", "plan", "chat"];

  it("is there with the session, and the models of its provider as soon as they are known", async () => {
    await using acp = await acpClient([], { models: ["m", "other"] });
    const { configOptions } = await acp.agent.request(methods.agent.session.new, {
      cwd: acp.folder,
      mcpServers: [],
    });
    expect(shown(configOptions ?? [])).toEqual([
      ["mode", "auto", ...modes],
      ["model", "m", "m"],
      ["effort", "default", "default"],
    ]);
    const update = await acp.until(({ sessionUpdate }) => sessionUpdate === "config_option_update");
    expect("configOptions" in update && shown(update.configOptions).slice(1)).toEqual([
      ["model", "m", "m", "other"],
      ["effort", "default", ...efforts, "default"],
    ]);
  });

  it("is the effort too: for the next request, in the journal, and when the session is loaded again", async () => {
    await using acp = await acpClient([said("Hello.")], { models: ["m"] });
    const sessionId = await acp.newSession();
    const { agent } = acp;
    const set = (value: string) =>
      agent.request(methods.agent.session.setConfigOption, { sessionId, configId: "effort", value });
    expect(shown((await set("high")).configOptions)[2]?.[1]).toBe("high");
    await acp.prompt(sessionId, "hello");
    const entries = await Array.fromAsync(acp.host.sessions.entries(sessionId));
    expect(entries.find(({ kind }) => kind === "model-request")).toMatchObject({
      options: { effort: "high" },
    });
    await expect(set("huge")).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(/no effort "huge".*none, low, medium, high, max, default/s) as string,
    });
    await agent.request(methods.agent.session.close, { sessionId });
    const { cwd } = { cwd: acp.folder };
    const again = await agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] });
    expect(shown(again.configOptions ?? [])[2]?.[1]).toBe("high");
  });

  it("holds for the next message, and is told with the answer", async () => {
    await using acp = await acpClient([said("Hello.")], { models: ["m", "other"] });
    const sessionId = await acp.newSession();
    const set = (configId: string, value: string) =>
      acp.agent.request(methods.agent.session.setConfigOption, { sessionId, configId, value });
    expect(shown((await set("model", "other")).configOptions)[1]).toEqual(["model", "other", "m", "other"]);
    expect(shown((await set("mode", "plan")).configOptions)[0]?.[1]).toBe("plan");
    const [live] = acp.host.live();
    expect(live).toBe(sessionId);
    await acp.prompt(sessionId, "hello");
    const entries = await Array.fromAsync(acp.host.sessions.entries(sessionId));
    expect(entries.findLast(({ kind }) => kind === "settings")).toMatchObject({ mode: "plan" });
  });

  it.each([
    ["model", "nonsense", /scripted has no model "nonsense"/],
    ["mode", "never", /Use one of: auto/],
    ["colour", "red", /no option "colour"\. It has: mode, model, effort/],
    ["model", "", /one word/],
  ])("is refused as %s %s", async (configId, value, message) => {
    await using acp = await acpClient([], { models: ["m", "other"] });
    const sessionId = await acp.newSession();
    await expect(
      acp.agent.request(methods.agent.session.setConfigOption, { sessionId, configId, value }),
    ).rejects.toMatchObject({ code: -32602, message: expect.stringMatching(message) as string });
  });
});

describe("a client is told", () => {
  it("how full the context window is after each reply, and what it has cost", async () => {
    const usage = { input: 100, output: 20, cacheRead: 50, cacheWrite: 0 };
    await using acp = await acpClient([{ content: said("Hello."), usage }]);
    await acp.prompt(await acp.newSession(), "hello");
    const update = await acp.until(({ sessionUpdate }) => sessionUpdate === "usage_update");
    expect(update).toMatchObject({ used: 170, size: 200_000, cost: { amount: 0, currency: "USD" } });
  });

  it("nothing of the window where the vendor does not count", async () => {
    await using acp = await acpClient([{ content: said("Hello."), usage: {} }]);
    await acp.prompt(await acp.newSession(), "hello");
    expect(acp.updates.map(({ sessionUpdate }) => sessionUpdate)).not.toContain("usage_update");
  });

  it("of the model's todo list as a plan, also when the session is loaded", async () => {
    const items = [
      { text: "Look", state: "done" },
      { text: "Write", state: "doing" },
      { text: "Test", state: "open" },
    ];
    const call = { type: "tool-call", id: "t1", name: "todo", input: { items } } as const;
    await using acp = await acpClient([[call], said("Planned.")]);
    const sessionId = await acp.newSession();
    await acp.prompt(sessionId, "plan it");
    const plan = {
      sessionUpdate: "plan",
      entries: [
        { content: "Look", priority: "medium", status: "completed" },
        { content: "Write", priority: "medium", status: "in_progress" },
        { content: "Test", priority: "medium", status: "pending" },
      ],
    };
    const plans = () => acp.updates.filter(({ sessionUpdate }) => sessionUpdate === "plan");
    expect(plans()).toEqual([{ ...plan, sessionId }]);
    await acp.agent.request(methods.agent.session.load, { cwd: acp.folder, sessionId, mcpServers: [] });
    expect(plans()).toHaveLength(2);
  });
});

describe("a session", () => {
  it("is forked: the fork goes its own way", async () => {
    await using acp = await acpClient([said("One."), said("Two.")]);
    const sessionId = await acp.newSession();
    await acp.prompt(sessionId, "one");
    const fork = await acp.agent.request(methods.agent.session.fork, {
      cwd: acp.folder,
      sessionId,
      mcpServers: [],
    });
    expect(fork.sessionId).not.toBe(sessionId);
    await acp.prompt(fork.sessionId, "two");
    const lengthOf = async (id: string) => (await Array.fromAsync(acp.host.sessions.entries(id))).length;
    expect(await lengthOf(fork.sessionId)).toBeGreaterThan(await lengthOf(sessionId));
    expect(acp.model.requests.at(-1)?.messages).toHaveLength(3);
  });

  it("is deleted for good, also while it is open", async () => {
    await using acp = await acpClient([said("One.")]);
    const sessionId = await acp.newSession();
    await acp.prompt(sessionId, "one");
    await acp.agent.request(methods.agent.session.delete, { sessionId });
    expect(acp.host.live()).toEqual([]);
    const { sessions } = await acp.agent.request(methods.agent.session.list, {});
    expect(sessions).toEqual([]);
    await expect(acp.prompt(sessionId, "two")).rejects.toMatchObject({ code: -32002 });
  });
});
