import { once } from "node:events";
import {
  ProviderError,
  type AgentEvent,
  type AssistantPart,
  type AttemptModel,
  type ChatModel,
  type ModelEvent,
} from "@skein/protocol";
import { scriptedModel, type ScriptedAnswer } from "@skein/provider-replay";
import { temporaryFolder } from "@skein/test-kit";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRuntime, type AgentSettings, type Runtime } from "../src/index.ts";

const secret = "kT9vQ2xLm7Wz4RbN8sYd";

type Delta = Extract<ModelEvent, { readonly delta: string }>;

/** Pieces of a text, cut where the numbers say. */
function cut(text: string, places: readonly number[]): readonly string[] {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].toSorted((a, b) => a - b);
  return [...at, text.length].map((end, index) => text.slice(at[index - 1] ?? 0, end));
}

/** The deltas of parts that are written at the same time; `order` says whose turn it is. */
function interleaved(parts: readonly AssistantPart[], places: readonly number[], order: readonly number[]) {
  const left = parts.map((part, index) =>
    deltasOf(part, places).map((delta): Delta => ({ ...delta, part: index })),
  );
  const deltas: Delta[] = [];
  for (const turn of order) {
    const delta = left[turn % left.length]?.shift();
    if (delta) deltas.push(delta);
  }
  return [...deltas, ...left.flat()];
}

function deltasOf(part: AssistantPart, places: readonly number[]): readonly Omit<Delta, "part">[] {
  if (part.type === "tool-call") {
    const input = "input" in part ? JSON.stringify(part.input) : "";
    return cut(input, places).map((delta) => ({ type: "input-delta", delta }));
  }
  const type = part.type === "thinking" ? "thinking-delta" : "text-delta";
  return cut("text" in part ? part.text : "", places).map((delta) => ({ type, delta }));
}

function reply(
  parts: readonly AssistantPart[],
  places: readonly number[],
  order: readonly number[],
): ScriptedAnswer {
  const stop = parts.some(({ type }) => type === "tool-call") ? "tool-calls" : "answered";
  return [
    { type: "message-start", modelId: "m" },
    ...parts.map((part, index): ModelEvent => {
      const name = part.type === "tool-call" ? { name: part.name } : {};
      return { type: "part-start", part: index, kind: part.type, ...name };
    }),
    ...interleaved(parts, places, order),
    ...parts.map((content, part): ModelEvent => ({ type: "part-end", part, content })),
    { type: "message-end", stop, rawStop: stop, usage: {} },
  ];
}

function runtimeOf(
  dataFolder: string,
  model: AttemptModel,
  secrets = async () => [{ name: "KEPT", value: secret }],
): Runtime {
  const scripted = async () => ({
    id: "scripted",
    model: () => model,
    models: async () => [],
    prepare: async () => undefined,
    check: async () => undefined,
  });
  return createRuntime({ providers: { scripted }, dataFolder, env: {}, secrets });
}

function settingsIn(cwd: string, builtins: readonly string[]): AgentSettings {
  return {
    provider: "scripted",
    model: "m",
    mode: "auto",
    cwd,
    interaction: "chat",
    builtins,
    keep: "memory",
  };
}

/** What readers see of a run in which parent and child say these texts. */
async function seen(
  dataFolder: string,
  answer: (texts: readonly AssistantPart[], id: string) => ScriptedAnswer,
  texts: readonly string[],
) {
  const spoken: readonly AssistantPart[] = [
    { type: "thinking", text: texts[0] ?? "" },
    { type: "text", text: texts[1] ?? "" },
  ];
  const start = (instructions: string): AssistantPart => ({
    type: "tool-call",
    id: "start",
    name: "subagent",
    input: { instructions },
  });
  const model = scriptedModel(
    Array.from({ length: 3 }, () => ({ system, messages }) => {
      if (system.includes("You are a subagent")) return answer(spoken, "child");
      return messages.length === 1
        ? answer([...spoken, start(texts[2] ?? "")], "parent")
        : answer(spoken, "end");
    }),
    { id: "m" },
  );
  await using runtime = runtimeOf(dataFolder, model);
  const { agent } = await runtime.open(settingsIn(dataFolder, ["subagents"]));
  const run = agent.run("go");
  const told = new Map<string, string>();
  const events: AgentEvent[] = [];
  let turn = 0;
  for await (const event of run) {
    events.push(event);
    if (event.type === "turn-start") turn++;
    if (!("delta" in event)) continue;
    const key = `${event.path.length} ${event.path.length > 0 ? "" : turn} ${event.part} ${event.type}`;
    told.set(key, (told.get(key) ?? "") + event.delta);
  }
  const result = await run.result;
  await agent.close();
  return { told, everything: JSON.stringify([events, result]), result };
}

const places = fc.array(fc.nat(200), { maxLength: 20 });
const order = fc.array(fc.nat(2), { maxLength: 40 });
const words = fc.oneof(
  fc.constant(secret),
  fc.string({ maxLength: 12 }),
  fc.constantFrom("a word ", "\n", secret.slice(0, 12), secret.slice(7), JSON.stringify(secret)),
);
const text = fc.array(words, { minLength: 1, maxLength: 6 }).map((all) => `say ${all.join(" ")}`);
const texts = fc.tuple(text, text, text);

describe("what readers see of a run", () => {
  it("holds no secret, however deltas of text, thinking and input cut it, parts interleave and subagents speak", async () => {
    await using folder = await temporaryFolder();
    await checkProperty(
      fc.asyncProperty(texts, places, order, async (said, at, turns) => {
        const { told, everything, result } = await seen(
          folder.path,
          (parts) => reply(parts, at, turns),
          said,
        );
        expect(everything).not.toContain(secret);
        expect([...told.values()].join("\n")).not.toContain(secret);
        expect(result.text).not.toContain(secret);
        expect(result.outcome).toBe("done");
      }),
      { numRuns: 30 },
    );
  });

  it("is what was said, when there is no secret in it", async () => {
    await using folder = await temporaryFolder();
    const plain = fc.array(fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom("a ", "\n", "word")), {
      maxLength: 8,
    });
    const lines = plain.map((all) => `say ${all.join("")}`);
    await checkProperty(
      fc.asyncProperty(fc.tuple(lines, lines, lines), places, order, async (said, at, turns) => {
        const { told } = await seen(folder.path, (parts) => reply(parts, at, turns), said);
        expect(told.get("0 1 0 thinking-delta")).toBe(said[0]);
        expect(told.get("0 1 1 text-delta")).toBe(said[1]);
        expect(told.get("0 1 2 input-delta")).toBe(JSON.stringify({ instructions: said[2] }));
        expect(told.get("1  1 text-delta")).toBe(said[1]);
      }),
      { numRuns: 20 },
    );
  });

  it("comes at once but for what may become a secret", async () => {
    await using folder = await temporaryFolder();
    const heard = Promise.withResolvers<void>();
    const model: ChatModel = {
      provider: "scripted",
      id: "m",
      limits: {},
      async *stream() {
        const say = (delta: string): ModelEvent => ({ type: "text-delta", part: 0, delta });
        yield { type: "message-start", modelId: "m" };
        yield { type: "part-start", part: 0, kind: "text" };
        yield say(`Here it is: ${secret.slice(0, 9)}`);
        // Goes on only when readers have what stands before it.
        await heard.promise;
        yield say(`${secret.slice(9)} and done.`);
        yield {
          type: "part-end",
          part: 0,
          content: { type: "text", text: `Here it is: ${secret} and done.` },
        };
        yield { type: "message-end", stop: "answered", rawStop: "stop", usage: {} };
      },
    };
    await using runtime = runtimeOf(folder.path, model);
    const { agent } = await runtime.open(settingsIn(folder.path, []));
    await using _ = agent;
    let told = "";
    for await (const event of agent.run("go")) {
      if (event.type === "text-delta") told += event.delta;
      if (told === "Here it is: ") heard.resolve();
    }
    expect(told).toMatch(/^Here it is: __SECRET_KEPT_\w+__ and done\.$/);
  });

  it.each([
    ["is cut off by the network", "fails"],
    ["is cut off and restarted", "restarts"],
    ["is stopped by the user", "hangs"],
  ] as const)("holds no beginning of a secret at which a reply %s", async (_name, end) => {
    await using folder = await temporaryFolder();
    const half = secret.slice(0, -1);
    let attempts = 0;
    const model: AttemptModel = {
      provider: "scripted",
      id: "m",
      limits: {},
      async *stream(_request, signal) {
        attempts++;
        yield { type: "message-start", modelId: "m" };
        yield { type: "part-start", part: 0, kind: "text" };
        yield { type: "text-delta", part: 0, delta: `Here it is: ${half}` };
        if (end === "hangs") await once(signal, "abort");
        if (end === "restarts" && attempts === 1) {
          attempts++;
          yield { type: "reply-restarted", attempt: 2, reason: "cut" };
          yield { type: "message-start", modelId: "m" };
        }
        throw new ProviderError("network", "The connection was cut.", {
          provider: "scripted",
          retryable: false,
        });
      },
    };
    await using runtime = runtimeOf(folder.path, model);
    const { agent } = await runtime.open({ ...settingsIn(folder.path, []), keep: "disk" });
    await using _ = agent;
    const run = agent.run("go");
    const all: unknown[] = [];
    for await (const event of run) {
      all.push(event);
      if (end === "hangs" && event.type === "text-delta") run.interrupt();
    }
    all.push(await run.result);
    for await (const entry of runtime.sessions.entries(agent.session)) all.push(entry);
    expect(JSON.stringify(all)).toContain("Here it is: ");
    expect(JSON.stringify(all)).not.toContain(half.slice(0, 8));
  });

  it("holds no key that was looked up later, for another model", async () => {
    await using folder = await temporaryFolder();
    const keys = [{ name: "KEPT", value: secret }];
    const late = "pQ7rT2vX9zB4nM6kL1wJ";
    const model = scriptedModel(
      [[{ type: "text", text: "One." }], [{ type: "text", text: `It is ${late}.` }]],
      {
        id: "m",
      },
    );
    await using runtime = runtimeOf(folder.path, model, async () => keys);
    const { agent } = await runtime.open(settingsIn(folder.path, []));
    await using _ = agent;
    expect((await agent.run("go").result).text).toBe("One.");
    keys.push({ name: "LATE", value: late });
    await runtime.model("scripted", "m");
    expect((await agent.run("go").result).text).toMatch(/^It is __SECRET_LATE_\w+__\.$/);
  });
});
