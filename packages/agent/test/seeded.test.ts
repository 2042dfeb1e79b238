import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import {
  memoryJournal,
  type AssistantPart,
  type JsonValue,
  type Message,
  type ToolCallPart,
  type UserPart,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { replaySession } from "../src/replay/index.ts";
import { call, entriesOf, text } from "./tools.ts";

const user = (words: string): Message => ({
  role: "user",
  from: "user",
  content: [{ type: "text", text: words }],
});
const reply = (...content: readonly AssistantPart[]): Message => ({ role: "assistant", content });
const answer = (callId: string, name: string, words = "done"): Message => ({
  role: "tool",
  content: [{ type: "tool-result", callId, name, content: [{ type: "text", text: words }] }],
});
const sequence: readonly Message[] = [
  user("Count."),
  reply(text("One."), call("1", "next")),
  answer("1", "next", "Two."),
  reply(text("Three.")),
];

function plain<Beside extends { readonly dynamicContext?: readonly string[] }>(beside: Beside) {
  const { dynamicContext: _, ...rest } = beside;
  return rest;
}

function withoutContext(messages: readonly Message[]): readonly object[] {
  return messages.map((message) => {
    if (message.role === "assistant") return message;
    return message.role === "user"
      ? plain(message)
      : { ...message, content: message.content.map((part) => plain(part)) };
  });
}

async function runSeeded(messages: readonly Message[], input = "Go on.") {
  const model = scriptedModel([[text("Fine.")]]);
  await using agent = createAgent({ model, messages });
  const result = await agent.run(input).result;
  return { result, sent: model.requests[0]?.messages ?? [] };
}

describe("an agent that is given messages", () => {
  it("begins its conversation with them, and gives all of it back", async () => {
    const { result, sent } = await runSeeded(sequence);
    expect(result.outcome).toBe("done");
    expect(withoutContext(sent)).toEqual([...sequence, user("Go on.")]);
    expect(withoutContext(result.messages)).toEqual([...sequence, user("Go on."), reply(text("Fine."))]);
  });

  it("has them in its journal, before the run, and again after a resume", async () => {
    const journal = memoryJournal();
    const first = createAgent({
      model: scriptedModel([[text("Fine.")]]),
      journal,
      session: "s",
      messages: sequence,
    });
    await first.run("Go on.").result;
    await first.close();
    const kinds = (await entriesOf(journal)).map(({ kind }) => kind);
    expect(kinds.slice(0, 5)).toEqual([
      "session-start",
      "user-message",
      "assistant-message",
      "tool-result",
      "assistant-message",
    ]);
    await using second = createAgent({ model: scriptedModel([[text("Still.")]]), journal, session: "s" });
    const { messages } = await second.run("And now?").result;
    expect(withoutContext(messages).slice(0, 4)).toEqual(sequence);
  });

  it("asks the model at once when the last of them is the user's", async () => {
    const model = scriptedModel([[text("Fine.")]]);
    await using agent = createAgent({ model, messages: [user("Count.")] });
    expect(await agent.run().result).toMatchObject({ outcome: "done", text: "Fine." });
  });

  it("can be replayed", async () => {
    const journal = memoryJournal();
    const model = scriptedModel([[text("Fine.")], [text("Good.")]]);
    await using agent = createAgent({ model, journal, session: "s", messages: sequence });
    await agent.run("Go on.").result;
    await agent.run("And now?").result;
    const entries = await entriesOf(journal);
    const replayed = await replaySession({ entries, blob: (hash) => journal.blob("s", hash) });
    expect(replayed).toMatchObject({ runs: 2, requests: 2, equal: 2, drift: [], unreplayable: [] });
  });

  it("keeps them for its further runs", async () => {
    await using agent = createAgent({
      model: scriptedModel([[text("One.")], [text("Two.")]]),
      messages: sequence,
    });
    await agent.run("First.").result;
    const { outcome, messages } = await agent.run("Second.").result;
    expect(outcome).toBe("done");
    expect(withoutContext(messages)).toHaveLength(8);
  });

  it("gives a later call an id that none of them has", async () => {
    const model = scriptedModel([[call("1", "next")], [text("Fine.")]]);
    await using agent = createAgent({ model, messages: sequence });
    const { messages } = await agent.run("Again.").result;
    const ids = messages.flatMap(({ content }) =>
      content.flatMap((part) => (part.type === "tool-call" ? [part.id] : [])),
    );
    expect(ids).toEqual(["1", "1_1"]);
  });

  it("refuses a session that exists already", async () => {
    const journal = memoryJournal();
    const first = createAgent({ model: scriptedModel([[text("One.")]]), journal, session: "s" });
    await first.run("Hello.").result;
    await first.close();
    await using second = createAgent({ model: scriptedModel([]), journal, session: "s", messages: sequence });
    const refused = {
      outcome: "not-started",
      error: {
        code: "usage",
        message: '"messages" can only start a new session, but "s" already exists.',
        hint: 'Leave "messages" out to resume it, or choose another session id.',
      },
    };
    expect(await second.run("Go on.").result).toMatchObject(refused);
    expect(await second.run("Go on.").result).toMatchObject(refused);
  });
});

it.each<[string, unknown, string]>([
  ["no list", { role: "user" }, "messages must be a list of messages."],
  ["what is not JSON", [{ ...user("a"), at: 1n }], "messages must be JSON: /0/at is a BigInt."],
  [
    "an unknown role",
    [{ role: "system", content: [] }],
    'messages[0].role must be "user", "assistant" or "tool".',
  ],
  ["a reply first", [reply(text("Hi."))], 'messages[0].role must be "user" in the first message.'],
  [
    "no parts",
    [{ role: "user", from: "user", content: [] }],
    "messages[0].content must be a list of at least one part.",
  ],
  [
    "a text for a list",
    [{ role: "user", from: "user", content: "Hi." }],
    "messages[0].content must be a list of at least one part.",
  ],
  [
    "an unknown source",
    [{ role: "user", content: [{ type: "text", text: "Hi." }] }],
    "messages[0].from must be one of user, steer, hook, recipe, child, agent.",
  ],
  [
    "a part of another role",
    [user("a"), { role: "assistant", content: [{ type: "image", mediaType: "image/png", data: "" }] }],
    'messages[1].content[0].type must be text, thinking, opaque, tool-call in a message of the role "assistant".',
  ],
  [
    "a part without its text",
    [{ role: "user", from: "user", content: [{ type: "text" }] }],
    "messages[0].content[0].text must be a string.",
  ],
  [
    "a call without an answer at the end",
    [user("a"), reply(call("1", "t"))],
    "messages[2] is missing: the results of 1.",
  ],
  [
    "a call without an answer in between",
    [user("a"), reply(call("1", "t")), user("b")],
    "messages[2] must contain the results of 1.",
  ],
  [
    "a call without one of its answers",
    [user("a"), reply(call("1", "t"), call("2", "t")), answer("2", "t")],
    "messages[2] lacks the results of 1.",
  ],
  [
    "an answer without a call",
    [user("a"), answer("1", "t")],
    "messages[1].content[0].callId must name an open call of the previous message; 1 is not one.",
  ],
  [
    "two answers to one call",
    [
      user("a"),
      reply(call("1", "t")),
      { role: "tool", content: [...answer("1", "t").content, ...answer("1", "t").content] },
    ],
    "messages[2].content[1].callId must name an open call of the previous message; 1 is not one.",
  ],
  [
    "an answer of another tool",
    [user("a"), reply(call("1", "t")), answer("1", "u")],
    'messages[2].content[0].name must be "t", as in the call.',
  ],
  [
    "a call id twice",
    [user("a"), reply(call("1", "t")), answer("1", "t"), reply(call("1", "t")), answer("1", "t")],
    "messages[3] repeats the call id 1; call ids must be unique.",
  ],
  [
    "a partial reply with calls",
    [user("a"), { ...reply(call("1", "t")), partial: true }],
    "messages[1].content must only contain text, because the reply is partial.",
  ],
])("messages with %s are refused, and the message says where", (_, messages, problem) => {
  const model = scriptedModel([]);
  expect(() => createAgent({ model, messages: messages as readonly Message[] })).toThrow(problem);
});

const words = fc.string({ minLength: 1, maxLength: 12 }).map((said) => `say ${said}`);
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>;
const data = fc.base64String({ maxLength: 12 });
const userPart: fc.Arbitrary<UserPart> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: words }),
  fc.record({
    type: fc.constantFrom("image" as const, "file" as const),
    mediaType: fc.constant("image/png"),
    data,
  }),
);
const sidecar = fc.record({
  provider: fc.constant("p"),
  model: fc.constant("m"),
  data: json,
});
const spokenPart: fc.Arbitrary<AssistantPart> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: words }),
  fc.record({ type: fc.constant("thinking" as const), text: words, sidecar }),
  fc.record({ type: fc.constant("opaque" as const), sidecar }),
);
const callBody = fc.oneof(
  fc.record({ input: json }),
  fc.record({ raw: words, problem: fc.constantFrom("cut-off" as const, "not-json" as const) }),
);
const result = fc.record(
  {
    content: fc.array(userPart, { maxLength: 2 }),
    failure: fc.constantFrom(
      ...(["unknown-tool", "malformed-input", "invalid-input", "incomplete-reply", "denied"] as const),
      ...(["timed-out", "interrupted", "unknown-outcome", "failed"] as const),
    ),
  },
  { requiredKeys: ["content"] },
);

type Step =
  | { readonly user: readonly UserPart[]; readonly context: readonly string[] }
  | { readonly partial: string }
  | {
      readonly spoken: readonly AssistantPart[];
      readonly calls: readonly [object, object][];
      readonly context: readonly string[];
    };

const context = fc.array(words, { maxLength: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ user: fc.array(userPart, { minLength: 1, maxLength: 3 }), context }),
  fc.record({ partial: words }),
  fc.record({
    spoken: fc.array(spokenPart, { minLength: 1, maxLength: 3 }),
    calls: fc.array(fc.tuple(callBody, result), { maxLength: 3 }),
    context,
  }),
);

/** A conversation that keeps the rules, from any steps. */
function conversationOf(steps: readonly Step[]): readonly Message[] {
  let made = 0;
  const beside = (texts: readonly string[]) => (texts.length > 0 ? { dynamicContext: texts } : {});
  return steps.flatMap((one): readonly Message[] => {
    if ("user" in one) return [{ role: "user", from: "user", content: one.user, ...beside(one.context) }];
    if ("partial" in one)
      return [{ role: "assistant", content: [{ type: "text", text: one.partial }], partial: true }];
    const calls = one.calls.map(([body, answered]) => ({
      head: { id: `c${++made}`, name: "t" },
      body,
      answered,
    }));
    const spoken: Message = {
      role: "assistant",
      content: [
        ...one.spoken,
        ...calls.map(({ head, body }) => ({ type: "tool-call", ...head, ...body }) as ToolCallPart),
      ],
    };
    if (calls.length === 0) return [spoken];
    const content = calls.map(({ head: { id: callId, name }, answered }, at) => ({
      type: "tool-result" as const,
      callId,
      name,
      ...(answered as { readonly content: readonly UserPart[] }),
      ...(at === calls.length - 1 ? beside(one.context) : {}),
    }));
    return [spoken, { role: "tool", content }];
  });
}

it("any conversation that keeps the rules comes back as it was, and seeds the next one", async () => {
  await checkProperty(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const seed = [user("Begin."), ...conversationOf(steps)];
      const first = await runSeeded(seed);
      expect(first.sent.slice(0, seed.length)).toEqual(seed);
      expect(first.result.messages.slice(0, seed.length)).toEqual(seed);
      const second = await runSeeded(first.result.messages, "Once more.");
      expect(second.result.messages.slice(0, first.result.messages.length)).toEqual(first.result.messages);
    }),
    { numRuns: 150 },
  );
});
