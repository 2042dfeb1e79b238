import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, JsonValue } from "../../../packages/protocol/src/index.ts";
import { inResult, inUpdate, withoutErrors, withoutUpdates } from "./seeds.ts";
import { RefusedRequest, type Seed, type WireClient } from "./wire-client.ts";

/** What an agent must do. */
export interface Row {
  readonly name: string;
  /** What its model says, turn by turn, as in a script of `provider-replay`. */
  readonly turns?: readonly JsonObject[];
  readonly mode?: string;
  /** The option that is chosen when the agent asks for permission. */
  readonly permit?: string;
  /** Throws when it does not. */
  check(client: WireClient, cwd: string): Promise<void>;
  /** An agent with this bug must fail. */
  readonly seed: Seed;
}

const shell = (command: string) => ({ calls: [{ name: "shell", input: { command } }] });
const said = (text: string) => ({ text });
const fixed = (value: JsonValue | undefined) => () => value;

async function initialize(client: WireClient): Promise<JsonObject> {
  const clientCapabilities = {
    session: { notices: {}, compaction: {}, configOptions: {} },
    elicitation: { form: {} },
  };
  return client.request("initialize", { protocolVersion: 1, clientCapabilities });
}

async function newSession(client: WireClient, cwd: string, mcpServers: readonly JsonObject[] = []) {
  await initialize(client);
  return client.request("session/new", { cwd, mcpServers });
}

/** A client that has files open. */
async function editorSession(client: WireClient, cwd: string): Promise<string> {
  const fs = { readTextFile: true, writeTextFile: true };
  await client.request("initialize", { protocolVersion: 1, clientCapabilities: { fs } });
  const { sessionId } = await client.request("session/new", { cwd, mcpServers: [] });
  assert.ok(typeof sessionId === "string");
  return sessionId;
}

async function idOf(client: WireClient, cwd: string): Promise<string> {
  const { sessionId } = await newSession(client, cwd);
  assert.ok(typeof sessionId === "string");
  return sessionId;
}

const ask = (client: WireClient, sessionId: string, text: string) =>
  client.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });

const kinds = (client: WireClient, kind: string) =>
  client.updates.filter((update) => update["sessionUpdate"] === kind);

const wordsOf = (client: WireClient, kind: string): string =>
  kinds(client, kind)
    .map((update) => (update["content"] as { readonly text?: string } | undefined)?.text ?? "")
    .join("");

async function refusal(work: Promise<unknown>): Promise<number> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RefusedRequest, "It was not refused.");
  assert.ok(error.message.length > 10, "It does not say why.");
  return error.code;
}

export const rows: readonly Row[] = [
  {
    name: "initialize: version, who it is, what it can do",
    async check(client) {
      const told = await initialize(client);
      assert.equal(told["protocolVersion"], 1);
      const can = told["agentCapabilities"] as JsonObject;
      assert.equal(can["loadSession"], true);
      assert.deepEqual(Object.keys(can["sessionCapabilities"] as JsonObject).toSorted(), [
        "close",
        "delete",
        "fork",
        "list",
        "resume",
      ]);
    },
    seed: inResult("agentCapabilities", fixed({ loadSession: true })),
  },
  {
    name: "a version that it does not speak: it answers its own",
    async check(client) {
      assert.equal((await client.request("initialize", { protocolVersion: 99 }))["protocolVersion"], 1);
    },
    seed: inResult("protocolVersion", fixed(99)),
  },
  {
    name: "authMethods: the command itself in a terminal, where the client has one",
    async check(client) {
      const offered = async (terminal: boolean) =>
        (
          await client.request("initialize", {
            protocolVersion: 1,
            clientCapabilities: { auth: { terminal } },
          })
        )["authMethods"] as readonly JsonObject[];
      assert.deepEqual(await offered(false), []);
      assert.deepEqual(
        (await offered(true)).map(({ type, args }) => ({ type, args })),
        [{ type: "terminal", args: ["--set-up"] }],
      );
    },
    seed: inResult("authMethods", fixed([])),
  },
  {
    name: "session/new: an id, modes and choices",
    async check(client, cwd) {
      const told = await newSession(client, cwd);
      const { currentModeId, availableModes } = told["modes"] as JsonObject;
      const modes = (availableModes as readonly JsonObject[]).map(({ id }) => id);
      assert.ok(modes.includes(currentModeId ?? ""));
      assert.deepEqual(
        (told["configOptions"] as readonly JsonObject[]).map(({ category }) => category),
        ["mode", "model", "thought_level"],
      );
    },
    seed: inResult("configOptions", fixed([])),
  },
  {
    name: "session/prompt: thoughts and words apart, and how it ended",
    turns: [{ thinking: "A greeting.", text: "Hello to you." }],
    async check(client, cwd) {
      const answer = await ask(client, await idOf(client, cwd), "hello");
      assert.equal(answer["stopReason"], "end_turn");
      assert.equal(wordsOf(client, "agent_thought_chunk"), "A greeting.");
      assert.equal(wordsOf(client, "agent_message_chunk"), "Hello to you.");
    },
    seed: withoutUpdates("agent_thought_chunk"),
  },
  {
    name: "session/prompt: links, files and images",
    turns: [said("Seen.")],
    async check(client, cwd) {
      const sessionId = await idOf(client, cwd);
      const answer = await client.request("session/prompt", {
        sessionId,
        prompt: [
          { type: "text", text: "look" },
          { type: "resource_link", name: "a.txt", uri: `file://${join(cwd, "a.txt")}` },
          { type: "resource", resource: { uri: "file:///b.txt", text: "B" } },
        ],
      });
      assert.equal(answer["stopReason"], "end_turn");
    },
    seed: inResult("stopReason", fixed("refusal")),
  },
  {
    name: "tool calls: kind, raw input, place, states and output",
    turns: [{ calls: [{ name: "write", input: { path: "new.txt", content: "New.\n" } }] }, said("Written.")],
    async check(client, cwd) {
      await ask(client, await idOf(client, cwd), "write it");
      // Later updates add to what the first one said.
      const begun: JsonObject = Object.assign(
        {},
        ...kinds(client, "tool_call"),
        ...kinds(client, "tool_call_update"),
      );
      assert.equal(begun["kind"], "edit");
      assert.deepEqual(begun["locations"], [{ path: join(cwd, "new.txt") }]);
      assert.deepEqual(begun["rawInput"], { path: "new.txt", content: "New.\n" });
      assert.equal(begun["status"], "completed");
      assert.ok((begun["content"] as readonly JsonValue[]).length > 0);
      assert.equal(readFileSync(join(cwd, "new.txt"), "utf8"), "New.\n");
    },
    seed: inUpdate("tool_call_update", "status", fixed("in_progress")),
  },
  {
    name: "session/request_permission: allowed once, with the change as a diff",
    mode: "approve",
    permit: "once",
    turns: [{ calls: [{ name: "write", input: { path: "new.txt", content: "New.\n" } }] }, said("Written.")],
    async check(client, cwd) {
      await ask(client, await idOf(client, cwd), "write it");
      const [asked] = client.asked;
      assert.equal(asked?.method, "session/request_permission");
      const { toolCall, options } = asked.params as Record<string, JsonValue>;
      const content = (toolCall as JsonObject)["content"] as readonly JsonObject[];
      const diff = content.find(({ type }) => type === "diff");
      assert.deepEqual(diff, { type: "diff", path: join(cwd, "new.txt"), oldText: null, newText: "New.\n" });
      assert.deepEqual(
        (options as readonly JsonObject[]).map(({ kind }) => kind),
        ["allow_once", "allow_always", "allow_always", "reject_once"],
      );
      assert.equal(readFileSync(join(cwd, "new.txt"), "utf8"), "New.\n");
    },
    seed: (message) =>
      message.method === "session/request_permission"
        ? { ...message, params: { ...message.params, options: [] } }
        : message,
  },
  {
    name: "session/request_permission: rejected, and nothing is done",
    mode: "approve",
    permit: "reject",
    turns: [shell("touch done.txt"), said("I did not.")],
    async check(client, cwd) {
      const answer = await ask(client, await idOf(client, cwd), "touch it");
      assert.equal(answer["stopReason"], "end_turn");
      assert.equal(kinds(client, "tool_call_update").at(-1)?.["status"], "failed");
      assert.throws(() => readFileSync(join(cwd, "done.txt")));
    },
    seed: inUpdate("tool_call_update", "status", fixed("completed")),
  },
  {
    name: "fs/read_text_file: what is not saved is what the model reads",
    turns: [{ calls: [{ name: "read", input: { path: "a.txt" } }] }, said("Read.")],
    async check(client, cwd) {
      writeFileSync(join(cwd, "a.txt"), "saved\n");
      await ask(client, await editorSession(client, cwd), "read it");
      const { content } = kinds(client, "tool_call_update").at(-1) ?? {};
      assert.ok(JSON.stringify(content).includes(`${join(cwd, "a.txt")}: not saved`));
    },
    seed: inUpdate("tool_call_update", "content", fixed([])),
  },
  {
    name: "fs/write_text_file: the editor writes, after the permission",
    mode: "approve",
    permit: "once",
    turns: [
      { calls: [{ name: "read", input: { path: "a.txt" } }] },
      { calls: [{ name: "edit", input: { path: "a.txt", old_text: "not saved", new_text: "changed" } }] },
      said("Changed."),
    ],
    async check(client, cwd) {
      const path = join(cwd, "a.txt");
      writeFileSync(path, "saved\n");
      await ask(client, await editorSession(client, cwd), "change it");
      const asked = client.asked.map(({ method }) => method);
      assert.ok(asked.lastIndexOf("session/request_permission") < asked.indexOf("fs/write_text_file"));
      const written = client.asked.find(({ method }) => method === "fs/write_text_file");
      assert.equal(written?.params["content"], `${path}: changed\n`);
      assert.equal(readFileSync(path, "utf8"), "saved\n");
    },
    seed: (message) =>
      message.method === "fs/write_text_file"
        ? { ...message, params: { ...message.params, content: "" } }
        : message,
  },
  {
    name: "elicitation/create: questions of the model as a form",
    turns: [
      { calls: [{ name: "ask_user", input: { questions: [{ question: "Which?", options: ["A", "B"] }] } }] },
      said("B it is."),
    ],
    async check(client, cwd) {
      await ask(client, await idOf(client, cwd), "ask me");
      const form = client.asked.find(({ method }) => method === "elicitation/create");
      assert.ok(JSON.stringify(form?.params["requestedSchema"]).includes('"B"'));
      assert.ok(JSON.stringify(kinds(client, "tool_call_update")).includes("B"));
    },
    seed: (message) =>
      message.method === "elicitation/create"
        ? { ...message, params: { ...message.params, requestedSchema: { type: "object", properties: {} } } }
        : message,
  },
  {
    name: "session/set_mode: holds, and is told",
    turns: [shell("touch done.txt"), said("I may not.")],
    async check(client, cwd) {
      const sessionId = await idOf(client, cwd);
      await client.request("session/set_mode", { sessionId, modeId: "chat" });
      await client.until("current_mode_update", ({ currentModeId }) => currentModeId === "chat");
      await ask(client, sessionId, "touch it");
      assert.throws(() => readFileSync(join(cwd, "done.txt")));
    },
    seed: inUpdate("current_mode_update", "currentModeId", fixed("auto")),
  },
  {
    name: "session/set_config_option: answers with all choices",
    async check(client, cwd) {
      const sessionId = await idOf(client, cwd);
      const told = await client.request("session/set_config_option", {
        sessionId,
        configId: "mode",
        value: "plan",
      });
      const [mode] = told["configOptions"] as readonly JsonObject[];
      assert.equal(mode?.["currentValue"], "plan");
      const no = { sessionId, configId: "colour", value: "red" };
      assert.equal(await refusal(client.request("session/set_config_option", no)), -32_602);
    },
    seed: inResult("configOptions", (options) =>
      (options as readonly JsonObject[]).map((one) => ({ ...one, currentValue: "auto" })),
    ),
  },
  {
    name: "session/set_config_option: an effort holds for the next request, and is there after session/load",
    turns: [said("Thought.")],
    async check(client, cwd) {
      const sessionId = await idOf(client, cwd);
      const effortIn = (told: JsonObject) =>
        (told["configOptions"] as readonly JsonObject[]).find(({ category }) => category === "thought_level");
      const wish = (value: string) =>
        client.request("session/set_config_option", { sessionId, configId: "effort", value });
      assert.equal(effortIn(await wish("high"))?.["currentValue"], "high");
      assert.equal(await refusal(wish("huge")), -32_602);
      await ask(client, sessionId, "think");
      await client.request("session/close", { sessionId });
      const again = await client.request("session/load", { sessionId, cwd, mcpServers: [] });
      assert.equal(effortIn(again)?.["currentValue"], "high");
    },
    seed: inResult("configOptions", (options) =>
      (options as readonly JsonObject[]).filter(({ category }) => category !== "thought_level"),
    ),
  },
  {
    name: "plan: the model's todo list",
    turns: [
      { calls: [{ name: "todo", input: { items: [{ text: "Look", state: "doing" }] } }] },
      said("Planned."),
    ],
    async check(client, cwd) {
      await ask(client, await idOf(client, cwd), "plan");
      assert.deepEqual((await client.until("plan"))["entries"], [
        { content: "Look", priority: "medium", status: "in_progress" },
      ]);
    },
    seed: withoutUpdates("plan"),
  },
  {
    name: "usage_update: cost and tokens in the answer",
    turns: [{ text: "Counted.", usage: { input: 100, output: 7 } }],
    async check(client, cwd) {
      const answer = await ask(client, await idOf(client, cwd), "count");
      const { usage } = ((answer["_meta"] as JsonObject)["skein"] ?? {}) as { readonly usage?: JsonObject };
      assert.equal(usage?.["output"], 7);
    },
    seed: inResult("_meta", fixed({ skein: {} })),
  },
  {
    name: "available_commands_update: only what a message can be",
    async check(client, cwd) {
      await newSession(client, cwd);
      const names = (
        (await client.until("available_commands_update"))["availableCommands"] as readonly JsonObject[]
      ).map(({ name }) => name);
      assert.deepEqual(names, ["greet"]);
    },
    seed: inUpdate("available_commands_update", "availableCommands", fixed([])),
  },
  {
    name: "session/load: what was said, then nothing twice",
    turns: [shell("echo hi"), said("Done.")],
    async check(client, cwd) {
      const sessionId = await idOf(client, cwd);
      await ask(client, sessionId, "greet");
      await client.request("session/close", { sessionId });
      const before = client.updates.length;
      await client.request("session/load", { sessionId, cwd, mcpServers: [] });
      const again = client.updates.slice(before).map((update) => update["sessionUpdate"]);
      for (const kind of ["user_message_chunk", "tool_call", "agent_message_chunk"])
        assert.equal(again.filter((one) => one === kind).length, 1, kind);
    },
    seed: withoutUpdates("user_message_chunk"),
  },
  {
    name: "session/resume: goes on, and repeats nothing",
    turns: [said("One.")],
    async check(client, cwd) {
      const sessionId = await idOf(client, cwd);
      await ask(client, sessionId, "one");
      await client.request("session/close", { sessionId });
      const before = client.updates.length;
      const told = await client.request("session/resume", { sessionId, cwd });
      assert.ok(told["modes"]);
      assert.ok(
        !client.updates.slice(before).some((update) => update["sessionUpdate"] === "agent_message_chunk"),
      );
    },
    seed: inResult("modes", fixed(undefined)),
  },
  {
    name: "session/list, fork and delete",
    turns: [said("One.")],
    async check(client, cwd) {
      const sessionId = await idOf(client, cwd);
      await ask(client, sessionId, "one");
      const fork = await client.request("session/fork", { sessionId, cwd });
      assert.notEqual(fork["sessionId"], sessionId);
      const listed = async () =>
        ((await client.request("session/list", { cwd }))["sessions"] as readonly JsonObject[]).map(
          (one) => one["sessionId"],
        );
      assert.deepEqual(new Set(await listed()), new Set([sessionId, fork["sessionId"]]));
      await client.request("session/delete", { sessionId });
      assert.deepEqual(await listed(), [fork["sessionId"]]);
    },
    seed: inResult("sessions", fixed([])),
  },
  {
    name: "session/cancel: stops what runs, and is no error",
    turns: [shell("sleep 600")],
    async check(client, cwd) {
      const sessionId = await idOf(client, cwd);
      const answer = ask(client, sessionId, "wait");
      await client.until("tool_call");
      client.notify("session/cancel", { sessionId });
      assert.equal((await answer)["stopReason"], "cancelled");
    },
    seed: inResult("stopReason", fixed("end_turn")),
  },
  {
    name: "errors: what cannot be done is refused, with a sentence",
    async check(client, cwd) {
      const sessionId = await idOf(client, cwd);
      const no = (method: string, params: JsonObject) => refusal(client.request(method, params));
      assert.equal(await no("session/new", { cwd: "here", mcpServers: [] }), -32_602);
      const more = { cwd, additionalDirectories: [join(cwd, "more")], mcpServers: [] };
      assert.equal(await no("session/new", more), -32_602);
      const sse = { type: "sse", name: "old", url: "http://127.0.0.1:9", headers: [] };
      assert.equal(await no("session/new", { cwd, mcpServers: [sse] }), -32_602);
      assert.equal(
        await no("session/prompt", { sessionId: "none", prompt: [{ type: "text", text: "x" }] }),
        -32_002,
      );
      assert.equal(await no("session/prompt", { sessionId, prompt: [] }), -32_602);
      assert.equal(await no("session/none", {}), -32_601);
    },
    seed: withoutErrors,
  },
];
