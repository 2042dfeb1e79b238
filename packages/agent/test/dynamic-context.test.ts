import {
  callToolOf,
  memoryJournal,
  type ContextSection,
  type Entry,
  type Extension,
  type JsonValue,
  type Message,
  type Redactor,
  type Tool,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type Run } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const clock = { now: () => Date.UTC(2030, 0, 2, 12), sleep: () => Promise.resolve() };
const dateAndFolder = /^Date: 2030-01-02 \(Wednesday, UTC[+-]\d\d:\d\d\)\n\nWorking folder: \/project$/;
const gate = { decide: () => ({ verdict: "allow", by: "test" }) as const };

function extension(
  name: string,
  tools: readonly Tool[],
  dynamicContext: NonNullable<Extension["dynamicContext"]>,
): Extension {
  return {
    name,
    tools: async () => tools,
    dynamicContext,
    status: () => ({ state: "ready" }),
    callTool: (called, input, context) => callToolOf(tools, called, input, context),
    close: async () => undefined,
  };
}

/** Adds one to what its extension keeps. */
const count = (name: string) =>
  tool(name, async (_, { state }) => {
    const before = (state?.read() as number | undefined) ?? 0;
    await state?.write(before + 1);
    return `${state?.read() as number}`;
  });

/** What stands beside each message, by its role. */
function told(messages: readonly Message[] = []): readonly (readonly [Message["role"], readonly string[]])[] {
  return messages.flatMap((message) => {
    if (message.role === "assistant") return [];
    const said = message.role === "user" ? [message] : message.content;
    const texts = said.flatMap(({ dynamicContext = [] }) => dynamicContext);
    return texts.length === 0 ? [] : [[message.role, texts] as const];
  });
}

const sectionsIn = (entries: readonly Entry[]): readonly (readonly ContextSection[])[] =>
  entries.flatMap((entry) => (entry.kind === "dynamic-context" ? [entry.sections] : []));

describe("dynamic context", () => {
  it("is date and folder beside the user's message, and how full the window is beside a result, once each", async () => {
    const usage = (input: number) => ({ usage: { input, output: 10 } });
    const model = scriptedModel(
      [
        { content: [call("a", "act")], ...usage(100) },
        { content: [call("b", "act")], ...usage(600) },
        { content: [call("c", "act")], ...usage(640) },
        { content: [call("d", "act")], ...usage(760) },
        { content: [text("done")], ...usage(940) },
        [text("again")],
      ],
      { limits: { contextTokens: 1_000 } },
    );
    const journal = memoryJournal();
    await using agent = createAgent({
      model,
      journal,
      session: "s",
      extensions: [tool("act", () => "ok")],
      cwd: "/project",
      clock,
    });
    await agent.run("go").result;
    await agent.run("and?").result;
    const used = (share: number) => `Context window: more than ${share} % of 1000 tokens are used.`;
    expect(told(model.requests.at(-1)?.messages)).toEqual([
      ["user", [expect.stringMatching(dateAndFolder) as string]],
      ["tool", [used(50)]],
      ["tool", [used(75)]],
      ["user", [used(90)]],
    ]);
    expect(
      sectionsIn(await entriesOf(journal))
        .flat()
        .map(({ name }) => name),
    ).toEqual(["date", "folder", ...Array.from({ length: 3 }, () => "context window")]);
    for (const [at, { messages }] of model.requests.slice(1).entries()) {
      const before = model.requests[at]!.messages;
      expect(messages.slice(0, before.length)).toEqual(before);
    }
  });

  it("leaves results raw in the journal", async () => {
    const journal = memoryJournal();
    const model = scriptedModel([[call("a", "up")], [text("done")]]);
    const counter = extension("counter", [count("up")], (state) => `Count: ${JSON.stringify(state ?? null)}`);
    await using agent = createAgent({ model, journal, session: "s", extensions: [counter], gate });
    await agent.run("go").result;
    const result = (await entriesOf(journal)).find((entry) => entry.kind === "tool-result");
    expect(result).toMatchObject({ content: [{ type: "text", text: "1" }] });
    expect(JSON.stringify(result)).not.toContain("Count");
    expect(told(model.requests[1]?.messages).at(-1)).toEqual(["tool", ["Count: 1"]]);
  });

  it("stands beside the last result of a reply, and beside a message that steers", async () => {
    const counter = extension("counter", [count("up")], (state) => `Count: ${JSON.stringify(state ?? null)}`);
    const seen = async (steers: boolean) => {
      const model = scriptedModel([[call("a", "up"), call("b", "look")], [text("done")]]);
      let work: Run | undefined;
      const look = tool("look", async () => (steers && (await work?.steer("Mind.")), "x"));
      await using agent = createAgent({ model, extensions: [counter, look], dynamicContext: () => [], gate });
      work = agent.run("go");
      await work.result;
      return model.requests[1]?.messages;
    };
    const plain = await seen(false);
    expect(plain?.at(-1)).toMatchObject({
      role: "tool",
      content: [{ callId: "a" }, { callId: "b", dynamicContext: ["Count: 1"] }],
    });
    expect(JSON.stringify(plain?.at(-1))).toMatch(/"callId":"a","name":"up","content":\[[^\]]*\]\}/);
    expect((await seen(true))?.at(-1)).toMatchObject({
      role: "user",
      from: "steer",
      dynamicContext: ["Count: 1"],
    });
  });

  it("does not count the bytes of images as text, and says nothing where the window is unknown", async () => {
    const seen: unknown[] = [];
    const image = { type: "image", mediaType: "image/png", data: "A".repeat(1_000_000) } as const;
    const model = scriptedModel([[text("done")]]);
    await using agent = createAgent({
      model,
      dynamicContext: (now) => (seen.push(now), []),
      clock,
      cwd: "/project",
    });
    await agent.run([image, { type: "text", text: "See?" }]).result;
    expect(seen).toEqual([{ now: clock.now(), cwd: "/project", contextTokens: expect.any(Number) }]);
    expect((seen[0] as { contextTokens: number }).contextTokens).toBeLessThan(1_200);
    expect(told(model.requests[0]?.messages)).toEqual([]);
  });

  it("holds what each extension has to say of its state, redacted and clipped", async () => {
    const redactor: Redactor = {
      redact: (words) => words.replaceAll("hunter2", "<PW>"),
      restore: (words) => words.replaceAll("<PW>", "hunter2"),
      stream: () => ({ push: (piece) => piece, end: () => "" }),
    };
    const long = `${"ü".repeat(2_040)}hunter2${"ü".repeat(2_000)}`;
    const model = scriptedModel([[text("done")]]);
    await using agent = createAgent({
      model,
      redactor,
      dynamicContext: () => [{ name: "own", text: "Own." }],
      extensions: [
        extension("a", [], () => "The word is hunter2."),
        extension("b", [], () => ""),
        extension("c", [], () => long),
        extension("d", [], () => {
          throw new Error("Broken.");
        }),
      ],
    });
    await agent.run("go").result;
    const blocks = told(model.requests[0]?.messages)[0]?.[1][0]?.split("\n\n");
    expect(blocks?.slice(0, 2)).toEqual(["Own.", "The word is <PW>."]);
    expect(blocks?.[2]).toMatch(/^ü{2040}<PW>ü{6}\n… \(clipped: 4096 of \d+ bytes\)$/);
    expect(blocks?.slice(3)).toEqual(["(The context of d is missing: Broken.)"]);
  });

  it("says when something no longer holds", async () => {
    const texts = ["One.", "One.", "", ""];
    const model = scriptedModel([[call("a", "act")], [call("b", "act")], [call("c", "act")], [text("done")]]);
    await using agent = createAgent({
      model,
      extensions: [tool("act", () => "ok")],
      dynamicContext: () => [{ name: "list", text: texts.shift() ?? "" }],
    });
    await agent.run("go").result;
    expect(told(model.requests.at(-1)?.messages)).toEqual([
      ["user", ["One."]],
      ["tool", ['The earlier context "list" no longer applies.']],
    ]);
  });
});

describe("all of dynamic context is said again", () => {
  const sections = [{ name: "list", text: "The list." }];
  const parts = {
    session: "s",
    dynamicContext: () => sections,
    extensions: [tool("act", () => "x".repeat(500))],
  };

  it("after a resume", async () => {
    const journal = memoryJournal();
    const before = createAgent({ ...parts, journal, model: scriptedModel([[text("one")], [text("two")]]) });
    await before.run("1").result;
    await before.run("2").result;
    await before.close();
    const model = scriptedModel([[call("a", "act")], [text("three")]]);
    await using agent = createAgent({ ...parts, journal, model });
    await agent.run("3").result;
    expect(sectionsIn(await entriesOf(journal))).toEqual([sections, sections]);
    expect(told(model.requests.at(-1)?.messages)).toEqual([
      ["user", ["The list."]],
      ["user", ["The list."]],
    ]);
  });

  it("after a resume in the middle of a tool loop, inside of the last result", async () => {
    const journal = memoryJournal();
    const stopped = createAgent({
      ...parts,
      journal,
      model: scriptedModel([[call("a", "act")]]),
      limits: { maxTurns: 1 },
    });
    await stopped.run("1").result;
    await stopped.close();
    const model = scriptedModel([[text("done")]]);
    await using agent = createAgent({ ...parts, journal, model });
    await agent.run().result;
    expect(told(model.requests[0]?.messages)).toEqual([
      ["user", ["The list."]],
      ["tool", ["The list."]],
    ]);
  });

  it("after a rewind, and the rewind is a break with a name", async () => {
    const journal = memoryJournal();
    const model = scriptedModel([[text("one")], [text("two")], [text("three")]]);
    await using agent = createAgent({ ...parts, journal, model });
    await agent.run("1").result;
    await agent.run("2").result;
    const second = (await entriesOf(journal)).findLast((entry) => entry.kind === "user-message");
    await agent.record({ kind: "rewind", to: (second?.seq ?? 0) - 1 });
    const breaks: string[] = [];
    for await (const event of agent.run("3")) if (event.type === "cache-break") breaks.push(event.reason);
    expect(breaks).toEqual(["The conversation was rewound."]);
    expect(told(model.requests.at(-1)?.messages)).toEqual([
      ["user", ["The list."]],
      ["user", ["The list."]],
    ]);
  });

  it.each(["compaction", "elision"] as const)("after a %s, in the same tool loop", async (kind) => {
    const journal = memoryJournal();
    const model = scriptedModel([[call("a", "act")], [call("b", "act")], [text("done")]]);
    let plans = 0;
    await using agent = createAgent({
      ...parts,
      journal,
      model,
      compaction: {
        plan(view) {
          if (++plans !== 3) return Promise.resolve({ entries: [] });
          const [first] = view.entries.filter((entry) => entry.kind === "tool-result");
          const last = view.entries.findLast((entry) => entry.kind === "assistant-message");
          const elision = { kind, results: [{ seq: first?.seq ?? 0, content: [] }] } as const;
          const compaction = {
            kind,
            summary: "S",
            firstKept: last?.seq ?? 0,
            pinned: [],
            receipt: {},
          } as const;
          return Promise.resolve({ entries: [(kind === "elision" ? elision : compaction) as never] });
        },
      },
    });
    await agent.run("go").result;
    const all = told(model.requests.at(-1)?.messages);
    expect(all.at(-1)).toEqual(["tool", ["The list."]]);
    expect(all).toHaveLength(kind === "elision" ? 2 : 1);
  });

  it("in a fork", async () => {
    const journal = memoryJournal();
    const agent = createAgent({ ...parts, journal, model: scriptedModel([[text("one")]]) });
    await agent.run("1").result;
    await agent.close();
    const entries = await entriesOf(journal);
    const forked = memoryJournal();
    await forked.append(
      "f",
      0,
      entries.map((entry) =>
        entry.kind === "session-start"
          ? { ...entry, id: "f", parent: { session: "s", seq: entries.length } }
          : entry,
      ),
    );
    for (const entry of entries)
      if (entry.kind === "context") await forked.putBlob("f", (await journal.blob("s", entry.hash))!);
    await using fork = createAgent({
      ...parts,
      session: "f",
      journal: forked,
      model: scriptedModel([[text("two")]]),
    });
    await fork.run("2").result;
    expect(sectionsIn(await entriesOf(forked, "f"))).toEqual([sections, sections]);
  });
});

describe("no message of role user that the user did not write follows a tool result", () => {
  const roles = (messages: readonly Message[] = []) =>
    messages.map((message) => (message.role === "user" ? `user: ${message.from}` : message.role));

  it.each([
    ["nothing at all", []],
    ["thoughts alone", [{ type: "thinking", text: "Hm." } as const]],
    ["blank text", [text(" \n")]],
  ])("when a reply held %s, the nudge stands in the last result", async (_, content) => {
    const model = scriptedModel([[call("a", "act")], content, [text("done")]]);
    await using agent = createAgent({
      model,
      extensions: [tool("act", () => "ok")],
      dynamicContext: () => [],
    });
    expect((await agent.run("go").result).outcome).toBe("done");
    const last = model.requests.at(-1)?.messages;
    expect(roles(last)).toEqual(["user: user", "assistant", "tool"]);
    expect(told(last)).toEqual([["tool", [expect.stringContaining("neither an answer nor a tool call")]]]);
  });

  it("when a note for the model comes between runs", async () => {
    const journal = memoryJournal();
    const parts = { dynamicContext: () => [], journal, session: "s" };
    const extensions = [tool("act", () => "ok")];
    const limits = { maxTurns: 1 };
    const stopped = createAgent({ ...parts, model: scriptedModel([[call("a", "act")]]), extensions, limits });
    await stopped.run("go").result;
    await stopped.record({ kind: "notice", audience: "model", level: "info", text: "Files were changed." });
    await stopped.close();
    const model = scriptedModel([[text("done")]]);
    await using agent = createAgent({ ...parts, model });
    await agent.run().result;
    expect(roles(model.requests[0]?.messages)).toEqual(["user: user", "assistant", "tool"]);
    expect(told(model.requests[0]?.messages)).toEqual([["tool", ["Files were changed."]]]);
  });
});

describe("what an extension keeps with a session", () => {
  it("is its own, is there after a resume, and is as it was after a rewind", async () => {
    const journal = memoryJournal();
    const seen: (JsonValue | undefined)[] = [];
    const extensions = [
      extension(
        "counter",
        [count("up")],
        (state) => (seen.push(state), `Count: ${JSON.stringify(state ?? null)}`),
      ),
      extension("other", [count("add")], (state) => `Other: ${JSON.stringify(state ?? null)}`),
    ];
    const parts = { extensions, journal, session: "s", dynamicContext: () => [], gate };
    const calls = (id: string) => [call(`${id}1`, "up"), call(`${id}2`, "add")];
    const lastTold = (messages: readonly Message[] = []) => told(messages).at(-1)?.[1].at(-1);
    let third: number;
    {
      const model = scriptedModel([calls("a"), [call("b", "up")], [text("done")]]);
      await using agent = createAgent({ ...parts, model });
      await agent.run("go").result;
      expect(model.requests.map(({ messages }) => lastTold(messages))).toEqual([
        "Count: null\n\nOther: null",
        "Count: 1\n\nOther: 1",
        "Count: 2",
      ]);
      const entries = await entriesOf(journal);
      third = entries.find((entry) => entry.kind === "tool-intent" && entry.callId === "b")?.seq ?? 0;
    }
    const model = scriptedModel([[text("2")], [text("1")], [call("c", "up")], [text("2")]]);
    await using agent = createAgent({ ...parts, model });
    await agent.run("on").result;
    await agent.record({ kind: "rewind", to: third });
    await agent.run("again").result;
    await agent.run("more").result;
    expect(model.requests.map(({ messages }) => lastTold(messages))).toEqual([
      "Count: 2\n\nOther: 1",
      "Count: 1\n\nOther: 1",
      "Count: 1\n\nOther: 1",
      "Count: 2",
    ]);
    expect(seen).toEqual([undefined, 1, 2, 2, 1, 1, 2]);
  });
});
