import { memoryJournal, extractText, type AgentEvent, type JsonValue, type Redactor } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const secret = "hunter2-hunter2";
const placeholder = "__SECRET_PW__";

const redactor: Redactor = {
  redact: (words) => words.replaceAll(secret, placeholder),
  restore: (words) => words.replaceAll(placeholder, secret),
  stream() {
    let held = "";
    return {
      push(piece) {
        const whole = (held + piece).replaceAll(secret, placeholder);
        held = whole.slice(-secret.length);
        return whole.slice(0, -secret.length);
      },
      end: () => held,
    };
  },
};

describe("an agent with a redactor", () => {
  it("keeps no beginning of a secret in what it writes of a reply that still comes", async () => {
    const drafts: string[] = [];
    for (let cut = 0; cut < secret.length; cut++) {
      const journal = memoryJournal();
      const said = `${"x".repeat(cut)}${`${secret} `.repeat(700)}`;
      const model = scriptedModel([[text(said)]], { deltaSize: 7 });
      await using agent = createAgent({ model, session: "s", journal, redactor });
      await agent.run("go").result;
      for (const entry of await entriesOf(journal))
        if (entry.kind === "reply-draft") drafts.push(extractText(entry.content));
    }
    expect(drafts.length).toBeGreaterThan(secret.length);
    expect(drafts.filter((draft) => /hunter/.test(draft))).toEqual([]);
  });

  it("sends the model that names the session no secret", async () => {
    const journal = memoryJournal();
    const namer = scriptedModel([[text("A title")]]);
    const model = scriptedModel([[text("done")]]);
    await using agent = createAgent({ model, namer, session: "s", journal, redactor });
    await agent.run(`Log in with ${secret}.`).result;
    await expect.poll(async () => (await entriesOf(journal)).some(({ kind }) => kind === "name")).toBe(true);
    expect(JSON.stringify(namer.requests)).toContain(placeholder);
    expect(JSON.stringify(namer.requests)).not.toContain(secret);
  });

  it("writes, sends and says no secret, wherever it comes from", async () => {
    const journal = memoryJournal();
    const model = scriptedModel([
      [call("a", "leak", { path: ".env" })],
      [call("b", "fail", {})],
      [text("done")],
    ]);
    const leak = tool(
      "leak",
      (_, { progress }) => {
        progress(`pass=${secret.slice(0, 5)}`);
        progress(`${secret.slice(5)}\n`);
        return `pass=${secret}`;
      },
      { description: `Reads ${secret}` },
    );
    const fail = tool("fail", () => ({ kind: "failed", message: `no ${secret}` }));
    await using agent = createAgent({
      model,
      extensions: [leak, fail],
      system: `Never say ${secret}.`,
      dynamicContext: () => [{ name: "time", text: `It is ${secret} o'clock.` }],
      session: "s",
      journal,
      redactor,
    });
    const events: AgentEvent[] = [];
    const run = agent.run(`My password is ${secret}.`);
    for await (const event of run) events.push(event);
    const entries = await entriesOf(journal);
    const context = entries.find((entry) => entry.kind === "context")!;
    const blob = new TextDecoder().decode(await journal.blob("s", context.hash));
    const everything = JSON.stringify([entries, events, model.requests, blob, await run.result]);
    expect(everything).not.toContain(secret);
    expect(blob).toContain(`Never say ${placeholder}.`);
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      role: "tool",
      content: [{ content: [{ text: `pass=${placeholder}` }] }],
    });
    const seen = events.map((event) => (event.type === "tool-progress" ? event.text : "")).join("");
    expect(seen).toBe(`pass=${placeholder}\n`);
  });

  it("gives a tool the real thing, and a stranger's tool the placeholder", async () => {
    const given: JsonValue[] = [];
    const take = (input: JsonValue) => (given.push(input), "ok");
    const input = { path: ".env", text: `A=1\nPW=${placeholder}\n` };
    const model = scriptedModel([[call("a", "save", input), call("b", "post", input)], [text("done")]]);
    await using agent = createAgent({
      model,
      extensions: [tool("save", take, { effect: "writes" }), tool("post", take, { effect: "unknown" })],
      gate: { decide: () => ({ verdict: "allow", by: "test" }) },
      redactor,
    });
    await agent.run("go").result;
    expect(given).toEqual([{ path: ".env", text: `A=1\nPW=${secret}\n` }, input]);
  });

  it("asks about what will really run, and shows it without the secret", async () => {
    const judged: JsonValue[] = [];
    const asked: JsonValue[] = [];
    const journal = memoryJournal();
    const model = scriptedModel([[call("a", "save", { text: placeholder })], [text("done")]]);
    await using agent = createAgent({
      model,
      extensions: [tool("save", (input) => JSON.stringify(input), { effect: "writes" })],
      gate: { decide: ({ input }) => (judged.push(input), { verdict: "ask", by: "test" }) },
      ask: async (question) => {
        if (question.kind === "approval") asked.push(question.input);
        return { allow: "once" };
      },
      session: "s",
      journal,
      redactor,
    });
    await agent.run("go").result;
    expect(judged).toEqual([{ text: secret }]);
    expect(asked).toEqual([{ text: placeholder }]);
    expect(JSON.stringify(await entriesOf(journal))).not.toContain(secret);
  });

  it("remembers the answer to a call with a secret for the session only, and says so", async () => {
    const remembered: string[] = [];
    const journal = memoryJournal();
    const model = scriptedModel([
      [call("a", "save", { text: placeholder }), call("b", "save", { text: "plain" })],
      [text("done")],
    ]);
    await using agent = createAgent({
      model,
      extensions: [tool("save", () => "ok", { effect: "runs" })],
      gate: {
        decide: () => ({ verdict: "ask", by: "test" }),
        remember: ({ input }, scope) => void remembered.push(`${JSON.stringify(input)} ${scope}`),
      },
      ask: async () => ({ allow: "always" }),
      session: "s",
      journal,
      redactor,
    });
    await agent.run("go").result;
    expect(remembered).toEqual([`{"text":"${secret}"} session`, '{"text":"plain"} always']);
    const notices = (await entriesOf(journal)).filter(({ kind }) => kind === "notice");
    expect(notices).toMatchObject([{ audience: "user", text: expect.stringContaining("contains a secret") }]);
  });

  it("leaves a vendor's signed bytes and images as they are", async () => {
    const sidecar = { provider: "replay", model: "scripted", data: { signature: secret } };
    const model = scriptedModel([
      [{ type: "thinking", text: secret, sidecar }, call("a", "draw")],
      [text("done")],
    ]);
    const draw = tool("draw", () => ({
      content: [{ type: "image", mediaType: "image/png", data: secret }],
    }));
    await using agent = createAgent({ model, extensions: [draw], redactor });
    await agent.run("go").result;
    const [, reply, results] = model.requests[1]!.messages;
    expect(reply?.content[0]).toEqual({ type: "thinking", text: placeholder, sidecar });
    expect(results?.content[0]).toMatchObject({ content: [{ data: secret }] });
  });

  it("redacts tool inputs and results that look like an image", async () => {
    const journal = memoryJournal();
    const imageLike = { type: "image", mediaType: "image/png", data: secret };
    const model = scriptedModel([
      [call("a", "save", { part: imageLike, parts: [{ type: "any", sidecar: secret }] })],
      [text("done")],
    ]);
    const save = tool("save", () => ({ content: [], structured: { part: imageLike } }));
    const events: AgentEvent[] = [];
    await using agent = createAgent({ model, session: "s", journal, extensions: [save], redactor });
    const run = agent.run("go");
    for await (const event of run) events.push(event);
    expect(JSON.stringify(await entriesOf(journal))).not.toContain(secret);
    expect(JSON.stringify(events)).not.toContain(secret);
    expect(JSON.stringify(model.requests)).not.toContain(secret);
  });

  it("keeps the bytes of an image that the user sends", async () => {
    const journal = memoryJournal();
    const image = { type: "image", mediaType: "image/png", data: secret } as const;
    await using agent = createAgent({
      model: scriptedModel([[text("done")]]),
      session: "s",
      journal,
      redactor,
    });
    await agent.run([image]).result;
    const [start] = (await entriesOf(journal)).filter(({ kind }) => kind === "run-start");
    expect(start).toMatchObject({ input: [image] });
  });
});
