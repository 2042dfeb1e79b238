import { beforeAll, describe, expect, it } from "vitest";
import type { Message, ModelRequest } from "../../../../packages/protocol/src/index.ts";
import { outsideCases, requestOf, sealOf } from "../../../../packages/test-kit/src/index.ts";
import { seeded } from "../../runner/seeded.ts";
import { bodyOf } from "../body-of.ts";
import { holdSession, type HeldSession } from "../hold-session.ts";
import { tools } from "../../wires/tools.ts";
import { wires, type Wire } from "../../wires/wires.ts";
import { messagesOf, type TortureHistory } from "./torture-histories.ts";

const turns = 30;
/** A second way to a vendor's wire is held with that wire alone: `npm run x -- proof switches` holds all. */
const twins: Readonly<Record<string, string>> = {
  "vertex gemini": "gemini",
  "vertex claude": "anthropic messages",
};
const areHeld = (one: Wire, other: Wire): boolean =>
  twins[one.name] === undefined || twins[one.name] === other.name || one === other;
const pairs = wires.flatMap((from) =>
  wires
    .filter((to) => areHeld(from, to) && areHeld(to, from))
    .map((to) => ({ from, to, name: `${from.name} → ${to.name}` })),
);
const targets = wires.flatMap((wire) => wire.models.map((modelId) => ({ wire, modelId })));

/** The conversation in a body, in bytes, but for cache breakpoints and what only closes it. */
function conversationIn(body: string): string {
  const start = /"(messages|input|contents)":\[/.exec(body)!.index;
  return lasting(body.slice(start));
}

function lasting(text: string): string {
  return text
    .replaceAll(/,"cache_control":\{"type":"ephemeral"\}|,\{"cachePoint":\{"type":"default"\}\}/g, "")
    .replace(/[\]}]+$/, "");
}

function request(messages: readonly Message[]): ModelRequest {
  return requestOf(messages, {
    system: "Work on.",
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    options: { effort: "high", maxOutputTokens: 8000 },
  });
}

async function refusals(messages: readonly Message[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { wire, modelId } of targets) {
    const body = await bodyOf(wire, modelId, request(messages));
    for (const refusal of wire.rules(body)) found.push(`${wire.name} ${modelId}: ${refusal}`);
  }
  return found;
}

describe("a session between two wires", () => {
  const held = new Map<string, HeldSession>();
  beforeAll(async () => {
    // Several at once: half of the time of each is waiting.
    for (const from of wires) {
      const sessions = pairs.filter((pair) => pair.from === from);
      await Promise.all(
        sessions.map(async ({ to, name }) => held.set(name, await holdSession({ from, to, turns, seed: 3 }))),
      );
    }
  });

  it.each(pairs)("$name: each request is taken", ({ name }) => {
    const { requests, rejected, switches, outcomes } = held.get(name)!;
    expect(rejected).toEqual([]);
    expect(requests).toBe(turns);
    expect(switches).toBeGreaterThan(8);
    // Replies that break off end a run, and so does the output limit.
    expect(new Set(outcomes)).toEqual(new Set(["done", "provider"]));
  });

  it.each(pairs)("$name: each request to a model begins the next one to it", ({ name }) => {
    for (const bodies of held.get(name)!.bodies.values()) {
      expect(bodies.length).toBeGreaterThan(8);
      for (const [at, next] of bodies.slice(1).entries())
        expect(conversationIn(next).startsWith(conversationIn(bodies[at]!))).toBe(true);
    }
  });

  it("what is sealed comes back to its owner", () => {
    // Chat Completions and Ollama seal nothing; their thoughts come back in the field they came in.
    const sealed = /"(signature|encrypted_content|thoughtSignature|reasoning_content)":"|"thinking":"[^"]*⟦/;
    const last = [...held.values()].flatMap(({ bodies }) => [...bodies.values()].map((all) => all.at(-1)));
    expect(last).toHaveLength(pairs.length * 2);
    expect(last.filter((body) => !sealed.test(body ?? ""))).toEqual([]);
  });

  it("any part of what was said is a conversation that every wire takes", async () => {
    const histories = [...held.values()].map(({ messages }) => messages);
    for (let seed = 1; seed <= 40; seed++) {
      const random = seeded(seed);
      const messages = histories[seed % histories.length]!;
      const [length, share] = [Math.ceil(random() * messages.length), random()];
      const kept = messages.slice(0, length).filter(() => random() < share);
      const found = await refusals(kept);
      expect({ seed, found }).toEqual({ seed, found: [] });
    }
  });
});

describe("a session of tool turns on one wire", () => {
  it.each(wires)("$name: whole requests begin the next ones", async (wire) => {
    const [modelId] = wire.models;
    const { messages } = await holdSession({ from: wire, to: wire, turns: 60, seed: 5 });
    // As one model would have written all of it, with a thought in front of every call.
    const ends = messages.flatMap(({ role }, at) => (role === "tool" ? [at + 1] : []));
    expect(ends.length).toBeGreaterThan(turns);
    let before = "";
    let mark = -1;
    for (const end of ends) {
      const body = JSON.stringify(await bodyOf(wire, modelId, withoutThinking(messages.slice(0, end))));
      expect(lasting(body).startsWith(before)).toBe(true);
      before = lasting(body);
      const marks = [...body.matchAll(/"cache_control"|"cachePoint"/g)].map(({ index }) => index);
      expect(marks.length).toBeLessThanOrEqual(4);
      expect(marks.at(-1) ?? 0).toBeGreaterThanOrEqual(mark);
      mark = marks.at(-1) ?? 0;
    }
  });
});

/** Whether a model thinks is said in front of the conversation; here it never changes. */
function withoutThinking(messages: readonly Message[]): ModelRequest {
  return { ...request(messages), options: { maxOutputTokens: 8000 } };
}

const cases = outsideCases("torture/histories.json") as readonly TortureHistory[];

describe.skipIf(cases.length === 0)("histories from bug reports", () => {
  it("are there", () => {
    expect(cases.length).toBeGreaterThan(25);
  });

  it.each(cases)("$id: every wire takes it, as it is and one message further", async (told) => {
    const messages = messagesOf(told);
    expect(await refusals(messages)).toEqual([]);
    const next: Message = { role: "user", from: "user", content: [{ type: "text", text: "Go on." }] };
    expect(await refusals([...messages, next])).toEqual([]);
  });
});

describe("the servers refuse", () => {
  const calls = { type: "tool-call", id: "c1", name: "look", input: {} } as const;
  const said: readonly Message[] = [
    { role: "user", from: "user", content: [{ type: "text", text: "Begin." }] },
    { role: "assistant", content: [{ type: "text", text: "I look." }, calls, { ...calls, id: "c2" }] },
    {
      role: "tool",
      content: ["c1", "c2"].map((callId) => ({
        type: "tool-result" as const,
        callId,
        name: "look",
        content: [{ type: "text" as const, text: "Found." }],
      })),
    },
  ];
  const changes: readonly (readonly [string, string, (json: string) => string])[] = [
    ["an id that is in no reply", "*", (json) => json.replace('"c1"', '"c9"')],
    ["an empty text", "*", (json) => json.replace('"Begin."', '" "')],
    ["half a character", "*", (json) => json.replace("Begin.", "Begin\\ud800")],
    ["a name with a blank", "*", (json) => json.replaceAll('"look"', '"a look"')],
    ["two calls of one id", "*", (json) => json.replaceAll('"c2"', '"c1"')],
    ["a role twice", "anthropic messages", (json) => json.replace('"assistant"', '"user"')],
    ["a model that speaks first", "gemini", (json) => json.replace('"user"', '"model"')],
    ["a call without its signature", "gemini", (json) => json.replace("thoughtSignature", "other")],
    [
      "a foreign signature",
      "anthropic messages",
      (json) =>
        json.replace(
          '{"type":"text","text":"I look."}',
          '{"type":"thinking","thinking":"t","signature":"s"}',
        ),
    ],
    [
      "a thought sealed for another item",
      "openai responses",
      (json) =>
        json.replace(
          '{"type":"function_call"',
          `{"type":"reasoning","id":"rs_2","summary":[],"encrypted_content":"${sealOf("openai", ["rs_1", []])}"},{"type":"function_call"`,
        ),
    ],
    [
      "a thought that nothing follows",
      "openai responses",
      (json) =>
        json.replace(
          '{"type":"function_call_output"',
          `{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"${sealOf("openai", ["rs_1", []])}"},{"type":"function_call_output"`,
        ),
    ],
    [
      "a call without the thought in front of it",
      "openai responses",
      (json) => json.replace('"type":"function_call",', '"type":"function_call","id":"fc_r1_0_t",'),
    ],
    ["a result that is gone", "openai chat", (json) => json.replace('"role":"tool"', '"role":"user"')],
    [
      "a tool without an object at its root",
      "*",
      (json) => json.replaceAll('"type":"object"', '"type":"string"'),
    ],
    [
      "thinking without a thought in front of the calls",
      "anthropic messages",
      (json) =>
        json.replace('"stream":true', '"stream":true,"thinking":{"type":"enabled","budget_tokens":1024}'),
    ],
    [
      "thinking with a temperature",
      "anthropic messages",
      (json) =>
        json.replace('"stream":true', '"stream":true,"temperature":0.5,"thinking":{"type":"adaptive"}'),
    ],
    [
      "a fifth mark",
      "anthropic messages",
      (json) =>
        json.replaceAll('"type":"tool_use"', '"cache_control":{"type":"ephemeral"},"type":"tool_use"'),
    ],
    [
      "a prefill",
      "anthropic messages",
      (json) => json.replace(/\]\}$/, ',{"role":"assistant","content":[{"type":"text","text":"So"}]}]}'),
    ],
    ["a response too few", "gemini", (json) => json.replace(/\{"functionResponse":.*?\}\},/, "")],
    [
      "a choice of tools without tools",
      "openai chat",
      (json) => json.replace(/"tools":\[.*\],"messages"/, '"tool_choice":"auto","messages"'),
    ],
    [
      "arguments that are no object",
      "openai chat",
      (json) => json.replace('"arguments":"{}"', '"arguments":"1"'),
    ],
    [
      "arguments that are a text",
      "ollama",
      (json) => json.replace('"name":"look","arguments":{}', '"name":"look","arguments":"{}"'),
    ],
    ["a result that does not name its tool", "ollama", (json) => json.replace('"tool_name":"look",', "")],
    [
      "results in another order",
      "ollama",
      (json) => json.replace(/(\{"role":"tool"[^}]*"tool_call_id":"c1"\}),(\{"role":"tool"[^}]*\})/, "$2,$1"),
    ],
    [
      "a thought of another model",
      "ollama",
      (json) => json.replace('"content":"I look."', '"content":"I look.","thinking":"I should look."'),
    ],
    ["an unknown level of thinking", "ollama", (json) => json.replace('"think":true', '"think":"xhigh"')],
  ];

  it.each(changes)("%s (%s)", async (_, name, change) => {
    for (const wire of wires.filter((one) => name === "*" || one.name === name)) {
      const body = await bodyOf(wire, wire.models[0], request(said));
      expect([...wire.rules(body)]).toEqual([]);
      const changed = change(JSON.stringify(body));
      expect(changed).not.toBe(JSON.stringify(body));
      expect([...wire.rules(JSON.parse(changed))]).not.toEqual([]);
    }
  });
});
