import { readFile, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createAgent } from "@skein/agent";
import {
  ProviderError,
  type Message,
  type ModelEvent,
  type ModelRequest,
  type Question,
} from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { collect, temporaryFolder } from "@skein/test-kit";
import { afterAll, expect, test } from "vitest";
import { createAcp } from "../src/index.ts";
import { runOnce, scriptedAgent } from "./agents.ts";

/** One process serves all tests that need no other. */
const shared = scriptedAgent();
afterAll(() => shared.provider.close());

const never = new AbortController().signal;
const user = (text: string): Message => ({ role: "user", from: "user", content: [{ type: "text", text }] });
const request = (text: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  system: "",
  tools: [],
  messages: [user(text)],
  session: { id: "s", cwd: "/tmp" },
  options: {},
  ...more,
});

test("What an agent says and thinks is a lawful reply that names its session", async () => {
  const events = (await collect(
    shared.provider.model("default").stream(request("do:hello"), never),
  )) as ModelEvent[];
  expect(streamLawBreaks(events)).toEqual([]);
  expect(events.filter(({ type }) => type === "part-end")).toMatchObject([
    {
      content: {
        type: "thinking",
        text: "Hm.",
        sidecar: { provider: "acp", data: { session: expect.any(String) } },
      },
    },
    { content: { type: "text", text: "Hello." } },
  ]);
  expect(events.at(-1)).toEqual({ type: "message-end", stop: "answered", rawStop: "end_turn", usage: {} });
});

test("What an agent does by itself is told as a thought and recorded beside it", async () => {
  const events = (await collect(
    shared.provider.model("default").stream(request("do:act"), never),
  )) as ModelEvent[];
  expect(streamLawBreaks(events)).toEqual([]);
  expect(events.find(({ type }) => type === "thinking-delta")).toMatchObject({ delta: "read: Look" });
  expect(events.filter(({ type }) => type === "part-end")).toContainEqual({
    type: "part-end",
    part: 0,
    content: expect.objectContaining({
      type: "thinking",
      text: "read: Look (completed)",
      sidecar: expect.objectContaining({
        data: expect.objectContaining({
          action: { toolCallId: "t1", title: "Look", kind: "read", status: "completed" },
        }),
      }),
    }),
  });
});

test("A permission that an agent asks for is a call of ours, with the change to see", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "a.txt");
  const questions: Question[] = [];
  const model = shared.provider.model("default");
  const ask = async (question: Question) => {
    questions.push(question);
    return { allow: "once" } as const;
  };
  const { text, outcome, calls } = await runOnce({ model, cwd: folder.path, ask }, `do:permit ${file}`);
  expect({ text, outcome, calls }).toMatchObject({
    text: "Answer: yes",
    outcome: "done",
    calls: ["agent_edit"],
  });
  expect(questions).toMatchObject([
    { kind: "approval", tool: "agent_edit", effect: "writes", preview: "@@ line 2 @@\n-b\n+c" },
  ]);
  expect(await readFile(file, "utf8")).toBe("a\nc\n");
});

test("A denial is what the agent is told, and nothing is done", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "a.txt");
  const ask = async () => ({ deny: "Not now." });
  const model = shared.provider.model("default");
  const { text } = await runOnce({ model, cwd: folder.path, ask }, `do:permit ${file}`);
  expect(text).toBe("Answer: no");
  expect(existsSync(file)).toBe(false);
});

test("Two permissions that are asked for at once are asked in one reply", async () => {
  await using folder = await temporaryFolder();
  const model = shared.provider.model("default");
  const ask = async () => ({ allow: "once" }) as const;
  const { text, turns } = await runOnce({ model, cwd: folder.path, ask }, `do:two ${join(folder.path, "a")}`);
  expect({ text, turns }).toEqual({ text: "Answers: yes, yes", turns: 2 });
});

test("Files are read and written through us, once the gate permits it", async () => {
  await using folder = await temporaryFolder();
  const model = shared.provider.model("default");
  const file = join(folder.path, "b.txt");
  const gate = { decide: () => ({ verdict: "allow", by: "test" }) as const };
  const written = await runOnce({ model, cwd: folder.path, gate }, `do:write ${file}`);
  expect(written).toMatchObject({ text: "ok", calls: ["agent_write_file"] });
  const read = await runOnce({ model, cwd: folder.path, gate }, `do:read ${file}`);
  expect(read).toMatchObject({ text: "written\n", calls: ["agent_read"] });
  await writeFile(file, Buffer.from("\uFEFFGrüße\n", "utf16le"));
  expect(await runOnce({ model, cwd: folder.path, gate }, `do:read ${file}`)).toMatchObject({
    text: "Grüße\n",
  });
  const denied = { decide: () => ({ verdict: "deny", by: "test", reason: "Secret." }) as const };
  const refused = await runOnce({ model, cwd: folder.path, gate: denied }, `do:read ${file}`);
  expect(refused.text).toMatch(/error: .*Secret/);
});

test("Commands of its terminals run through the session's own tool", async () => {
  const model = shared.provider.model("default");
  const inputs: unknown[] = [];
  const shell = tool("shell", async (input) => {
    inputs.push(input);
    return "out\n[exit code 2]";
  });
  const { text } = await runOnce({ model, tools: [shell] }, "do:run it's");
  expect(inputs).toEqual([{ command: String.raw`echo 'it'\''s'` }]);
  expect(text).toBe("2: out\n[exit code 2]");
});

test("The session's tools are offered to the agent, and its calls of them are calls of ours", async () => {
  const model = shared.provider.model("default");
  const lookup = tool("lookup", async (input) => `Found ${JSON.stringify(input)}`);
  const { text, calls } = await runOnce({ model, tools: [lookup] }, "do:tools lookup");
  expect(calls).toEqual(["lookup"]);
  expect(JSON.parse(text)).toMatchObject([
    { tools: [{ name: "lookup" }] },
    { content: [{ type: "text", text: 'Found {"word":"x"}' }], isError: false },
  ]);
});

test("A session of the agent stays with a session of ours", async () => {
  await using own = createAgent({
    model: shared.provider.model("default"),
    cwd: "/tmp",
    dynamicContext: () => [],
  });
  await own.run("do:hello").result;
  const { text } = await own.run("do:recall").result;
  expect(text).toBe('Prompt 2 in /tmp: "do:recall"');
});

test("A later process loads the agent's session when it still is as it was", async () => {
  await using store = await temporaryFolder();
  const messages = await firstReply(store.path);
  await using later = scriptedAgent("plain", store.path);
  const events = await collect(
    later.provider
      .model("default")
      .stream(request("", { messages: [...messages, user("do:recall")] }), never),
  );
  expect(textIn(events)).toBe('Prompt 2 in /tmp: "do:recall"');
});

test("An agent without the session, or with another end of it, is handed the conversation over as text", async () => {
  await using store = await temporaryFolder();
  const messages = await firstReply(store.path);
  const asked = request("", { messages: [...messages, user("do:recall")] });
  await using forgetful = scriptedAgent();
  const events = await collect(forgetful.provider.model("default").stream(asked, never));
  expect(textIn(events)).toContain("<conversation-so-far>\\n\\nUser: do:hello\\n\\nYou: Hello.");
  expect(forgetful.notices).toEqual([expect.stringMatching(/has not seen the conversation so far/)]);

  await using other = scriptedAgent("plain", store.path);
  const changed = [user("do:hello in other words"), ...messages.slice(1), user("do:recall")];
  const again = await collect(
    other.provider.model("default").stream(request("", { messages: changed }), never),
  );
  expect(textIn(again)).toContain("in other words");
});

test("An interruption cancels the agent's turn, and the next message begins another", async () => {
  await using own = createAgent({
    model: shared.provider.model("default"),
    cwd: "/tmp",
    dynamicContext: () => [],
  });
  const run = own.run("do:hang");
  for await (const event of run) if (event.type === "text-delta") run.interrupt("Enough.");
  expect((await run.result).outcome).toBe("cancelled");
  const { text } = await own.run("do:hello").result;
  expect(text).toBe("Hello.");
});

test("A run that is interrupted at a question cancels the agent's turn", async () => {
  await using folder = await temporaryFolder();
  const asked = Promise.withResolvers<void>();
  const ask = (_: Question, signal: AbortSignal) => {
    asked.resolve();
    return new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  };
  const file = join(folder.path, "a.txt");
  await using own = createAgent({ model: shared.provider.model("default"), cwd: folder.path, ask });
  const run = own.run(`do:permit ${file}`);
  await asked.promise;
  run.interrupt("Enough.");
  expect((await run.result).outcome).toBe("cancelled");
  expect((await own.run("do:hello").result).text).toBe("Hello.");
  expect(existsSync(file)).toBe(false);
});

test("A question that comes with an interruption is withdrawn", async () => {
  const stop = new AbortController();
  const model = shared.provider.model("default");
  const first = request("do:permit /tmp/never", { session: { id: "withdrawn", cwd: "/tmp" } });
  const reading = async () => {
    for await (const event of model.stream(first, stop.signal))
      if (event.type === "thinking-delta") stop.abort(new Error("Enough."));
  };
  await expect(reading()).rejects.toThrow("Enough.");
  const messages = [...first.messages, user("do:hello")];
  expect(textIn(await collect(model.stream({ ...first, messages }, never)))).toBe("Hello.");
});

test("What is asked for beside the conversation is refused", async () => {
  const aside = request("do:permit /tmp/never", { session: undefined });
  const events = await collect(shared.provider.model("default").stream(aside, never));
  expect(textIn(events)).toBe("Answer: cancelled");
});

test("A check says what an agent is not held to", async () => {
  await shared.provider.check();
  expect(shared.notices).toContainEqual(
    expect.stringMatching(/without asking is not under Skein's permissions/),
  );
});

const failures = [
  ["noise", "do:hello", "bad-stream", /exit code 1.*not an agent/],
  ["plain", "do:die", "bad-stream", /exit code 3.*no more/],
  ["version", "do:hello", "bad-request", /version 9 of ACP/],
  ["auth", "do:hello", "auth", /not signed in/],
  ["plain", "do:unknown", "bad-request", /no unknown/],
] as const;

test.each(failures)("An agent that behaves as %s on %s is %s", async (behaviour, text, code, message) => {
  await using agent = scriptedAgent(behaviour);
  const failed = collect(agent.provider.model("default").stream(request(text), never));
  await expect(failed).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
    retryable: false,
  });
});

test("An agent that says nothing is stalled", async () => {
  const watchdog = { firstByteMs: 1000, idleMs: 1000 };
  await using agent = scriptedAgent("plain", undefined, { watchdog, retry: { retries: 0 } });
  const failed = collect(agent.provider.model("default").stream(request("do:silent"), never));
  await expect(failed).rejects.toMatchObject({ code: "stalled" });
});

test("What a launcher prints before the first message does not matter", async () => {
  await using agent = scriptedAgent("banner");
  expect(textIn(await collect(agent.provider.model("default").stream(request("do:hello"), never)))).toBe(
    "Hello.",
  );
});

test("Models are those that the agent offers, and another one is an error that names them", async () => {
  expect((await shared.provider.models()).map(({ id }) => id)).toEqual(["default", "small", "large"]);
  const failed = collect(shared.provider.model("huge").stream(request("do:hello"), never));
  await expect(failed).rejects.toMatchObject({
    code: "not-found",
    hint: expect.stringMatching(/small, large/),
  });
  expect(textIn(await collect(shared.provider.model("large").stream(request("do:hello"), never)))).toBe(
    "Hello.",
  );
});

test("A limit that cannot be kept is an error", async () => {
  const failed = collect(
    shared.provider.model("default").stream(request("do:hello", { outputCap: 100 }), never),
  );
  await expect(failed).rejects.toSatisfy(
    (error) => ProviderError.is(error) && /limit cannot be kept/.test(error.message),
  );
});

test("A command that is not there is said before anything is started", async () => {
  const provider = createAcp({ command: "no-such-agent", install: "Install it." });
  await expect(provider.prepare()).rejects.toMatchObject({ code: "usage", hint: "Install it." });
});

function tool(name: string, run: (input: unknown) => Promise<string>) {
  return {
    name,
    description: "Looks.",
    inputSchema: { type: "object" as const },
    effect: "reads" as const,
    repeat: "safe" as const,
    check: (value: unknown) => ({ ok: true as const, value }),
    call: async (input: unknown) => ({ content: [{ type: "text" as const, text: await run(input) }] }),
  };
}

async function firstReply(store: string): Promise<readonly Message[]> {
  await using first = scriptedAgent("plain", store);
  const asked = request("do:hello");
  const events = (await collect(first.provider.model("default").stream(asked, never))) as ModelEvent[];
  const content = events.flatMap((event) => (event.type === "part-end" ? [event.content] : []));
  return [...asked.messages, { role: "assistant", content }];
}

function textIn(events: readonly { readonly type: string; readonly delta?: string }[]): string {
  return events.map((event) => (event.type === "text-delta" ? (event.delta ?? "") : "")).join("");
}
