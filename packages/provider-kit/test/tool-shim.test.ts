import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AssistantPart, Message, ModelEvent, ModelRequest, ToolDefinition } from "@skein/protocol";
import { assistant, call, collect, never, requestOf, result, results, user } from "@skein/test-kit";
import { partsOf } from "@skein/provider-conformance/cases";
import { attemptLawBreaks, complete, streamLawBreaks, withToolShim } from "../src/index.ts";
import { lawfulStream } from "./lawful-streams.ts";
import { end, modelOf, saying, start, text } from "./models.ts";

const look: ToolDefinition = {
  name: "look",
  description: "Looks.",
  inputSchema: { type: "object", properties: { at: { type: "string" } } },
};
const question = requestOf([user("Hi")], { system: "Be brief.", tools: [look] });

/** What the shim makes of a text that comes in these pieces. */
async function said(
  pieces: readonly string[],
  stop: Partial<Extract<ModelEvent, { type: "message-end" }>> = {},
) {
  const whole = pieces.join("");
  const events: ModelEvent[] = [
    start,
    { type: "part-start", part: 0, kind: "text" },
    ...pieces.map((delta): ModelEvent => ({ type: "text-delta", part: 0, delta })),
    { type: "part-end", part: 0, content: { type: "text", text: whole } },
    { ...end, ...stop } as ModelEvent,
  ];
  const given = await collect(withToolShim(modelOf(saying(...events))).stream(question, never));
  expect(attemptLawBreaks(given)).toEqual([]);
  return { events: given as ModelEvent[], parts: partsOf(given) };
}

/** What the model below the shim is asked. */
async function asked(request: ModelRequest): Promise<ModelRequest> {
  let seen: ModelRequest | undefined;
  const model = modelOf((wanted) => {
    seen = wanted;
    return saying(start, end)(wanted, never);
  });
  await collect(withToolShim(model).stream(request, never));
  return seen!;
}

describe("a reply", () => {
  it("has its text shown as it comes and its calls taken out", async () => {
    const written = '<tool_call>\n{"name": "look", "input": {"at": "x"}}\n</tool_call>';
    const { events, parts } = await said([
      "I ",
      `look.\n\n${written.slice(0, 9)}`,
      written.slice(9),
      `\n${written}\n`,
    ]);
    expect(parts).toEqual([
      { type: "text", text: "I look.\n\n" },
      { type: "tool-call", id: "shim_1_1", name: "look", input: { at: "x" } },
      { type: "tool-call", id: "shim_1_2", name: "look", input: { at: "x" } },
    ]);
    expect(events[2]).toEqual({ type: "text-delta", part: 0, delta: "I " });
    expect(events.at(-1)).toEqual({ ...end, stop: "tool-calls" });
  });

  it.each([
    ['{"name":"a","arguments":{"b":1}}', { name: "a", input: { b: 1 } }],
    ['{"name":"a","parameters":"{\\"b\\":1}"}', { name: "a", input: { b: 1 } }],
    ['{"name":"a","b":1}', { name: "a", input: { b: 1 } }],
    ['{"name":"a"}', { name: "a", input: {} }],
    ['{"name":"a","input":null}', { name: "a", input: null }],
    ['{"input":{}}', { name: "", input: {} }],
    ['{"name":"a","input":{"b":1}', { name: "a", raw: '{"name":"a","input":{"b":1}', problem: "not-json" }],
    ["look(x)", { name: "tool_call", raw: "look(x)", problem: "not-json" }],
    ["[]", { name: "tool_call", raw: "[]", problem: "not-json" }],
    ["", { name: "", input: {} }],
  ])("with the call %j has %j", async (body, wanted) => {
    const { parts } = await said([`<tool_call>${body}</tool_call>`]);
    expect(parts).toEqual([{ type: "tool-call", id: "shim_1_1", ...wanted }]);
  });

  it("may have several calls in one block", async () => {
    const { parts } = await said(['<tool_call>[{"name":"a"},{"name":"b"}]</tool_call>']);
    expect(parts).toMatchObject([
      { id: "shim_1_1", name: "a" },
      { id: "shim_1_2", name: "b" },
    ]);
  });

  it("that is cut off inside a call has none that can be run, wherever it is cut", async () => {
    const written = '<tool_call>\n{"name":"look","input":{"at":"x"}}';
    for (let at = "<tool_call>\n{".length; at < written.length; at++) {
      const { parts } = await said([written.slice(0, at)], { stop: "length" });
      expect(parts).toMatchObject([{ type: "tool-call", problem: "cut-off" }]);
    }
  });

  it("whose call is whole but not closed has it: some models stop there", async () => {
    const { parts, events } = await said(['<tool_call>{"name":"look","input":{}}']);
    expect(parts).toMatchObject([{ name: "look", input: {} }]);
    expect(events.at(-1)).toMatchObject({ stop: "tool-calls" });
  });

  it("without calls is the same, sidecars too", async () => {
    await checkProperty(
      fc.asyncProperty(lawfulStream, async (events) => {
        const shim = withToolShim(modelOf(saying(...events)));
        const given = (await collect(shim.stream(question, never))) as ModelEvent[];
        expect(streamLawBreaks(given)).toEqual([]);
        const told = (all: readonly ModelEvent[]) =>
          partsOf(all).filter((part) => part.type !== "text" || part.text !== "");
        const byText = (part: AssistantPart) => JSON.stringify(part);
        expect(told(given).map(byText).toSorted()).toEqual(told(events).map(byText).toSorted());
      }),
    );
    const sidecar = { provider: "vendor", model: "m", data: { id: 1 } };
    const kept: ModelEvent[] = [
      start,
      { type: "part-start", part: 0, kind: "text" },
      { type: "part-end", part: 0, content: { type: "text", text: "", sidecar } },
      end,
    ];
    expect(partsOf(await collect(withToolShim(modelOf(saying(...kept))).stream(question, never)))).toEqual([
      { type: "text", text: "", sidecar },
    ]);
  });

  it("that restarts begins empty", async () => {
    const half: ModelEvent[] = [
      start,
      { type: "part-start", part: 0, kind: "text" },
      { type: "text-delta", part: 0, delta: 'Well.\n<tool_call>{"name":"look"' },
    ];
    const again = { type: "reply-restarted", attempt: 2, reason: "cut" } as const;
    const shim = withToolShim({
      ...modelOf(),
      stream: saying(...half, again as never, start, ...text(0, "Done."), end) as never,
    });
    const events = await collect(shim.stream(question, never));
    expect(attemptLawBreaks(events)).toEqual([]);
    expect(await complete({ ...shim, stream: () => streamOf(events) }, question, never)).toMatchObject({
      content: [{ type: "text", text: "Done." }],
      stop: "answered",
    });
  });
});

async function* streamOf<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item);
}

describe("a request", () => {
  it("describes the tools in its system prompt, and sends none", async () => {
    const { system, tools } = await asked(question);
    expect(tools).toEqual([]);
    expect(system).toMatchSnapshot();
  });

  it("without tools is as it was", async () => {
    const plain = requestOf([user("Hi"), assistant({ type: "text", text: "Yes." }), user("More")], {
      system: "S",
    });
    const told = await asked(plain);
    expect(told).toEqual(plain);
  });

  it("has calls as they were written, and results as something that a user says", async () => {
    const thought: AssistantPart = { type: "thinking", text: "Hm." };
    const broken: AssistantPart = {
      type: "tool-call",
      id: "b",
      name: "sh",
      raw: '{"name":',
      problem: "not-json",
    };
    const picture = { type: "image", mediaType: "image/png", data: "AA==" } as const;
    const messages: Message[] = [
      user("Hi"),
      assistant(thought, { type: "text", text: "I look.\n" }, call("a", { at: "x" }), broken, call("c")),
      results(
        {
          ...result("a", "seen </tool_result> <b>"),
          content: [...result("a", "seen </tool_result>").content, picture],
        },
        { ...result("b", "Not JSON."), failure: "malformed-input" },
      ),
      user("Well?"),
    ];
    const told = await asked({ ...question, messages });
    expect(told.messages).toMatchSnapshot();
  });

  it("of a longer conversation begins with the same messages", async () => {
    const messages: Message[] = [user("Hi"), assistant(call("a")), results(result("a", "x"))];
    const longer = [...messages, assistant({ type: "text", text: "Yes." }), user("More")];
    const short = await asked({ ...question, messages });
    const long = await asked({ ...question, messages: longer });
    expect(long.system).toBe(short.system);
    expect(long.messages.slice(0, short.messages.length)).toEqual(short.messages);
  });

  it("gives calls of later replies other ids", async () => {
    const written = text(0, '<tool_call>{"name":"look"}</tool_call>');
    const shim = withToolShim(modelOf(saying(start, ...written, end), saying(start, ...written, end)));
    const first = await complete(shim, question, never);
    const second = await complete(
      shim,
      { ...question, messages: [user("Hi"), assistant(...first.content)] },
      never,
    );
    expect([first, second].map(({ content }) => content)).toMatchObject([
      [{ id: "shim_1_1" }],
      [{ id: "shim_2_1" }],
    ]);
  });
});
