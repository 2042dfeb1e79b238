import {
  client,
  methods,
  ndJsonStream,
  type InitializeRequest,
  type RequestPermissionRequest,
  type SessionUpdate,
  type ToolCallUpdate,
} from "@agentclientprotocol/sdk/experimental/v2";
import { describe, expect, it } from "vitest";
import { serveAcpDraft } from "../src/index.ts";
import { acpClient } from "./acp-client.ts";

const { agent: at } = methods;
const said = (text: string) => [{ type: "text", text }] as const;
const write = [
  { type: "tool-call", id: "c1", name: "write", input: { path: "new.txt", content: "New.\n" } },
] as const;

/** A client of the draft, whose messages the SDK checks, beside one of version 1 that owns the host. */
async function draftClient(turns: Parameters<typeof acpClient>[0], mode = "auto", permit = "once") {
  const acp = await acpClient(turns, { mode, models: ["m", "other"] });
  const [there, back] = [new TransformStream<Uint8Array>(), new TransformStream<Uint8Array>()];
  const served = serveAcpDraft({
    host: acp.host,
    input: there.readable,
    output: back.writable,
    agentInfo: { name: "skein", version: "1.2.3" },
    wishes: { overrides: { mode } },
  });
  const updates: SessionUpdate[] = [];
  const asked: RequestPermissionRequest[] = [];
  const watchers = new Set<() => void>();
  const connection = client()
    .onNotification(methods.client.session.update, ({ params: { update } }) => {
      updates.push(update);
      for (const look of watchers) look();
    })
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      asked.push(params);
      return { outcome: { outcome: "selected", optionId: permit } };
    })
    .connect(ndJsonStream(there.writable, back.readable));
  const { agent } = connection;
  const hello: InitializeRequest = { protocolVersion: 2, info: { name: "test", version: "1" } };
  const told = await agent.request(at.initialize, hello);
  /** The first update from there that fits, past or to come. */
  const until = (fits: (update: SessionUpdate) => boolean, from = 0) =>
    new Promise<SessionUpdate>((resolve) => {
      const look = () => {
        const found = updates.slice(from).find(fits);
        if (!found) return;
        watchers.delete(look);
        resolve(found);
      };
      watchers.add(look);
      look();
    });
  return {
    acp,
    agent,
    told,
    updates,
    asked,
    until,
    idle: (from = 0) => until((update) => "state" in update && update.state === "idle", from),
    newSession: async () => (await agent.request(at.session.new, { cwd: acp.folder })).sessionId,
    prompt: (sessionId: string, text: string) =>
      agent.request(at.session.prompt, { sessionId, prompt: [{ type: "text", text }] }),
    async [Symbol.asyncDispose]() {
      connection.close();
      await there.writable.close().catch(() => undefined);
      await served;
      await acp[Symbol.asyncDispose]();
    },
  };
}

describe("the draft of version 2", () => {
  it("says what it can do, and offers mode, model and effort as options", async () => {
    await using draft = await draftClient([]);
    expect(draft.told).toMatchObject({ protocolVersion: 2, info: { name: "skein" } });
    expect(draft.told.capabilities?.session).toMatchObject({ mcp: { stdio: {}, http: {} }, delete: {} });
    const { configOptions } = await draft.agent.request(at.session.new, { cwd: draft.acp.folder });
    expect(configOptions?.map(({ configId, category }) => [configId, category])).toEqual([
      ["mode", "mode"],
      ["model", "model"],
      ["effort", "thought_level"],
    ]);
  });

  it("answers a prompt when it is in the conversation, and tells the states and one id for each message", async () => {
    await using draft = await draftClient([said("Hello.")]);
    const sessionId = await draft.newSession();
    const { messageId } = await draft.prompt(sessionId, "hello");
    expect(await draft.idle()).toMatchObject({ stopReason: "end_turn" });
    const kinds = draft.updates.filter(({ sessionUpdate }) => /state|message/.test(sessionUpdate));
    expect(kinds).toMatchObject([
      { sessionUpdate: "user_message", messageId, content: [{ type: "text", text: "hello" }] },
      { sessionUpdate: "state_update", state: "running" },
      { sessionUpdate: "agent_message_chunk", content: { text: "Hello." } },
      { sessionUpdate: "state_update", state: "idle" },
    ]);
    const [user, , answer] = kinds as { readonly messageId?: string }[];
    expect(answer?.messageId).not.toBe(user?.messageId);
  });

  it("asks for permission with the change as a patch, and tells the call", async () => {
    await using draft = await draftClient([write, said("Written.")], "approve");
    const sessionId = await draft.newSession();
    await draft.prompt(sessionId, "write");
    await draft.idle();
    expect(draft.asked).toMatchObject([{ sessionId, subject: { type: "tool_call" } }]);
    const { toolCall } = draft.asked[0]!.subject as { readonly toolCall: ToolCallUpdate };
    const path = `${draft.acp.folder}/new.txt`;
    const text = `--- /dev/null\n+++ b${path}\n@@ -0,0 +1,1 @@\n+New.\n`;
    expect(toolCall.content?.at(-1)).toEqual({
      type: "diff",
      changes: [{ operation: "add", path }],
      patch: { format: "git_patch", text },
    });
    const states = draft.updates.flatMap((one) => ("state" in one ? [one.state] : []));
    expect(states).toEqual(["running", "requires_action", "running", "idle"]);
    const calls = draft.updates.filter(({ sessionUpdate }) => sessionUpdate === "tool_call_update");
    expect(calls.at(-1)).toMatchObject({ toolCallId: "c1", status: "completed" });
  });

  it("replays a session from its start, or not, and ends with its state", async () => {
    await using draft = await draftClient([said("Hello.")]);
    const { acp, agent, updates } = draft;
    const sessionId = await draft.newSession();
    await draft.prompt(sessionId, "hello");
    await draft.idle();
    await agent.request(at.session.close, { sessionId });
    const before = updates.length;
    await agent.request(at.session.resume, { sessionId, cwd: acp.folder });
    expect(updates.slice(before)).toMatchObject([{ sessionUpdate: "state_update", state: "idle" }]);
    await agent.request(at.session.close, { sessionId });
    const then = updates.length;
    await agent.request(at.session.resume, { sessionId, cwd: acp.folder, replayFrom: { type: "start" } });
    const kinds = updates.slice(then).map(({ sessionUpdate }) => sessionUpdate);
    expect(kinds.slice(0, 2)).toEqual(["user_message_chunk", "agent_message_chunk"]);
    expect(kinds.at(-1)).toBe("state_update");
    await agent.request(at.session.delete, { sessionId });
    expect((await agent.request(at.session.list, {})).sessions).toEqual([]);
  });

  it("sets options, and refuses what is none", async () => {
    await using draft = await draftClient([said("Hello.")]);
    const sessionId = await draft.newSession();
    const set = (configId: string, value: string) =>
      draft.agent.request(at.session.setConfigOption, { sessionId, configId, type: "id", value });
    const { configOptions } = await set("effort", "high");
    expect(configOptions.find(({ configId }) => configId === "effort")).toMatchObject({
      currentValue: "high",
    });
    await expect(set("effort", "huge")).rejects.toMatchObject({ code: -32_602 });
    await expect(draft.prompt("none", "hello")).rejects.toMatchObject({ code: -32_002 });
  });

  it("ends a run that failed as an error, and one that was cancelled as cancelled", async () => {
    await using draft = await draftClient([
      [{ type: "tool-call", id: "c1", name: "shell", input: { command: "sleep 60" } }],
    ]);
    const sessionId = await draft.newSession();
    await draft.prompt(sessionId, "wait");
    await draft.agent.notify(at.session.cancel, { sessionId });
    expect(await draft.idle()).toMatchObject({ stopReason: "cancelled" });
    const from = draft.updates.length;
    await draft.prompt(sessionId, "more"); // the script has no more turns
    expect(await draft.idle(from)).toMatchObject({
      stopReason: "error",
      error: { code: expect.any(Number) },
    });
  });
});
