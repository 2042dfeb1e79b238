import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AttemptEvent, ModelEvent, ModelRequest, ToolDefinition } from "@skein/protocol";
import { complete, streamLawBreaks } from "@skein/provider-kit";
import { assistant, collect, never, temporaryFolder, user } from "@skein/test-kit";
import { afterAll, describe, expect, test } from "vitest";
import { createLocal, type LocalProvider, type LocalSettings } from "../src/index.ts";
import { chatTemplate, endToken, writeTinyGguf, type TinyModel } from "./tiny-gguf.ts";

const folder = await temporaryFolder();
const providers: LocalProvider[] = [];

const create = (settings: LocalSettings = {}): LocalProvider => {
  const made = createLocal({
    folder: folder.path,
    gpu: false,
    threads: 1,
    retry: { retries: 0 },
    ...settings,
  });
  providers.push(made);
  return made;
};
/** Writes a model and returns its name. */
const model = (name: string, tiny: TinyModel = {}): string => {
  writeTinyGguf(join(folder.path, `${name}.gguf`), tiny);
  return name;
};
/** Says `Hello!` behind each prompt, and then ends. */
const polite = {
  words: ["Hello"],
  habits: [
    { after: "\n", next: "Hello" },
    { after: "Hello", next: "!" },
    { after: "!", next: endToken },
  ],
};

const provider = create();

afterAll(async () => {
  for (const made of providers) await made.close();
  await folder[Symbol.asyncDispose]();
});

const asks = (request: Partial<ModelRequest> = {}): ModelRequest => {
  const { options, ...rest } = request;
  return { system: "", tools: [], messages: [user("Hi")], options: { temperature: 0, ...options }, ...rest };
};
const weather: ToolDefinition = {
  name: "weather",
  description: "Weather of a city.",
  inputSchema: {
    type: "object",
    properties: { city: { enum: ["Oslo", "Bergen"] }, days: { enum: [1, 2] } },
    required: ["city"],
  },
};
const time: ToolDefinition = {
  name: "time",
  description: "Time now.",
  inputSchema: { type: "object", properties: { zone: { enum: ["UTC", "CET"] } }, required: ["zone"] },
};
const toolInputs = {
  weather: [
    { city: "Oslo" },
    { city: "Bergen" },
    ...["Oslo", "Bergen"].flatMap((city) => [1, 2].map((days) => ({ city, days }))),
  ],
  time: [{ zone: "UTC" }, { zone: "CET" }],
};

const events = (id: string, request: ModelRequest, from = provider): Promise<AttemptEvent[]> =>
  collect(from.model(id).stream(request, never));

describe("a reply", () => {
  test.each(["F32", "F16"] as const)("is streamed, with its end and real counts (%s)", async (tensors) => {
    const id = model(`polite-${tensors}`, { ...polite, tensors });
    const all = await events(id, asks());
    expect(all.map(({ type }) => type)).toEqual([
      "message-start",
      "part-start",
      "text-delta",
      "text-delta",
      "part-end",
      "message-end",
    ]);
    expect(streamLawBreaks(all as ModelEvent[])).toEqual([]);
    expect(all.at(-2)).toMatchObject({ content: { type: "text", text: "Hello!" } });
    // The prompt: <s>, <|im_start|>, "user\n", "Hi", <|im_end|>, "\n", <|im_start|>, "assistant\n".
    expect(all.at(-1)).toEqual({
      type: "message-end",
      stop: "answered",
      rawStop: "end-of-generation",
      usage: { input: 22, output: 2, cacheRead: 0, prompt: 22 },
    });
  });

  test("costs nothing, and its window is that of the file once it is loaded", async () => {
    const id = model("window", { ...polite, contextTokens: 256 });
    const chat = provider.model(id);
    expect(chat.price).toEqual({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 });
    expect(chat.limits.contextTokens).toBeUndefined();
    await complete(chat, asks(), never);
    expect(chat.limits).toEqual({ contextTokens: 256, images: false, pdfs: false });
    const smaller = create({ contextTokens: 128 }).model(id);
    await complete(smaller, asks(), never);
    expect(smaller.limits.contextTokens).toBe(128);
  });

  test("reads again only what the last request did not end with", async () => {
    const id = model("cached", polite);
    const chat = provider.model(id);
    const first = await complete(chat, asks({ system: "Be brief." }), never);
    const messages = [user("Hi"), assistant(...first.content), user("Again")];
    const second = await complete(chat, asks({ system: "Be brief.", messages }), never);
    const { input = 0, prompt = 0, cacheRead = 0 } = second.usage;
    expect(input + cacheRead).toBe(prompt);
    expect(cacheRead).toBe((first.usage.prompt ?? 0) + (first.usage.output ?? 0));
  });

  test("ends at the limit of the request, of the budget and of the window", async () => {
    const id = model("endless", {
      habits: [
        { after: "\n", next: "a" },
        { after: "a", next: "a" },
      ],
      contextTokens: 128,
    });
    const limited = await complete(provider.model(id), asks({ options: { maxOutputTokens: 5 } }), never);
    expect(limited).toMatchObject({ stop: "length", rawStop: "limit", usage: { output: 5 } });
    expect(limited.content).toEqual([{ type: "text", text: "aaaaa" }]);
    const capped = await complete(provider.model(id), asks({ outputCap: 3 }), never);
    expect(capped).toMatchObject({ stop: "length", usage: { output: 3 } });
    const filled = await complete(provider.model(id), asks(), never);
    expect(filled.stop).toBe("length");
    expect((filled.usage.prompt ?? 0) + (filled.usage.output ?? 0)).toBe(128);
  });

  test("separates thinking, also when the template has begun it", async () => {
    const words = ["<think>", "</think>", "Hello"];
    const habits = [
      { after: "<think>", next: "m" },
      { after: "m", next: "</think>" },
      { after: "</think>", next: "Hello" },
      { after: "Hello", next: endToken },
    ];
    const content = [
      { type: "thinking", text: "m" },
      { type: "text", text: "Hello" },
    ];
    const own = model("thinks", { words, habits: [...habits, { after: "\n", next: "<think>" }] });
    expect(await complete(provider.model(own), asks(), never)).toMatchObject({ stop: "answered", content });
    const begun = model("thinks-always", { words, habits, template: `${chatTemplate.trimEnd()}<think>` });
    expect(await complete(provider.model(begun), asks(), never)).toMatchObject({ stop: "answered", content });
  });

  test("waits for the reply before it", async () => {
    const id = model("in-turn", polite);
    const chat = provider.model(id);
    const replies = await Promise.all([1, 2, 3].map(() => complete(chat, asks(), never)));
    expect(replies.map(({ content }) => content)).toEqual(
      [1, 2, 3].map(() => [{ type: "text", text: "Hello!" }]),
    );
  });
});

describe("a call", () => {
  const required = { temperature: 0, toolChoice: "required", parallelTools: false } as const;

  test.each([1, 2, 3, 4, 5])("of random weights is valid by the grammar (seed %s)", async (seed) => {
    const id = model(`random-${seed}`, { seed });
    const all = await events(id, asks({ tools: [time, weather], options: required }));
    expect(streamLawBreaks(all as ModelEvent[])).toEqual([]);
    const calls = all.flatMap((event) => (event.type === "part-end" ? [event.content] : []));
    expect(calls).toHaveLength(1);
    const [call] = calls;
    expect(call).toMatchObject({
      type: "tool-call",
      name: expect.stringMatching(/^(time|weather)$/) as string,
    });
    const { name, input } = call as { name: "time" | "weather"; input: unknown };
    expect(toolInputs[name]).toContainEqual(input);
    expect(all.at(-1)).toMatchObject({ stop: "tool-calls" });
  });

  test("is held to the grammar from where the model starts it by itself", async () => {
    const id = model("calls", {
      words: ["Hello", "<tool_call>"],
      habits: [
        { after: "\n", next: "<tool_call>" },
        { after: ">", next: endToken },
      ],
    });
    const reply = await complete(
      provider.model(id),
      asks({ tools: [time], options: { temperature: 0, parallelTools: false } }),
      never,
    );
    expect(reply.stop).toBe("tool-calls");
    expect(reply.content).toHaveLength(1);
    expect(toolInputs.time).toContainEqual((reply.content[0] as { input: unknown }).input);
  });

  test("that the limit cuts off is never whole", async () => {
    const id = model("cut-off");
    const tool = {
      ...time,
      inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    };
    const request = asks({ tools: [tool], options: { ...required, maxOutputTokens: 60 } });
    const reply = await complete(provider.model(id), request, never);
    expect(reply).toMatchObject({ stop: "length", content: [{ name: "time", problem: "cut-off" }] });
  });

  test("is not made where none is wanted", async () => {
    const id = model("no-calls", polite);
    const request = asks({ tools: [time], options: { toolChoice: "none" } });
    expect(await complete(provider.model(id), request, never)).toMatchObject({ stop: "answered" });
  });
});

test("a reply that must fit a schema does, whatever the weights", async () => {
  const id = model("schema");
  const reply = await complete(
    provider.model(id),
    asks({ options: { responseSchema: weather.inputSchema } }),
    never,
  );
  const [part] = reply.content;
  expect(toolInputs.weather).toContainEqual(JSON.parse((part as { text: string }).text));
});

describe("an abort", () => {
  const endless = {
    habits: [
      { after: "\n", next: "a" },
      { after: "a", next: "a" },
    ],
  };

  test("ends the reply with its reason, and the next request is answered", async () => {
    const id = model("aborted", endless);
    const chat = provider.model(id);
    const controller = new AbortController();
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      for await (const { type } of chat.stream(asks(), controller.signal)) {
        seen.push(type);
        if (type === "text-delta") controller.abort(new Error("enough"));
      }
    };
    await expect(read()).rejects.toThrow("enough");
    expect(seen).toContain("text-delta");
    expect(await complete(chat, asks({ options: { maxOutputTokens: 2 } }), never)).toMatchObject({
      stop: "length",
    });
  });

  test("of a request that waits lets the others through", async () => {
    const id = model("waiting", endless);
    const chat = provider.model(id);
    const first = chat.stream(asks(), never)[Symbol.asyncIterator]();
    await first.next();
    const waiting = complete(chat, asks(), AbortSignal.abort(new Error("not needed")));
    await expect(waiting).rejects.toThrow("not needed");
    const third = complete(chat, asks({ options: { maxOutputTokens: 2 } }), never);
    await first.return?.();
    expect(await third).toMatchObject({ stop: "length" });
  });
});

describe("an error", () => {
  test("names a missing file and what to do", async () => {
    const reply = complete(provider.model("missing"), asks(), never);
    await expect(reply).rejects.toMatchObject({
      code: "not-found",
      message: `Model file not found: ${join(folder.path, "missing.gguf")}.`,
      hint: "Pass the name of a model that was added, or the path of a GGUF file.",
    });
  });

  test("names a file that is no model", async () => {
    writeFileSync(join(folder.path, "broken.gguf"), "no model");
    const reply = complete(provider.model("broken"), asks(), never);
    await expect(reply).rejects.toMatchObject({ code: "bad-request", retryable: false });
    await expect(reply).rejects.toThrow(join(folder.path, "broken.gguf"));
  });

  test("says that a model has no chat template", async () => {
    const id = model("base", { template: undefined });
    await expect(complete(provider.model(id), asks(), never)).rejects.toMatchObject({
      code: "bad-request",
      message: "The file of base has no chat template.",
    });
  });

  test("says how long a prompt is that does not fit", async () => {
    const id = model("small", { contextTokens: 64 });
    const reply = complete(provider.model(id), asks({ messages: [user("long ".repeat(100))] }), never);
    await expect(reply).rejects.toMatchObject({ code: "context-overflow", contextTokens: 64 });
    await expect(reply).rejects.toThrow("The prompt has 720 tokens, and the context window of small has 64.");
  });
});

test("options that a model cannot obey are named", async () => {
  const heard: string[] = [];
  const id = model("plain", polite);
  const chat = create({ notice: (text) => heard.push(text) }).model(id);
  const options = { effort: "high", verbosity: "low", serviceTier: "flex", body: { top_k: 1 } } as const;
  await complete(chat, asks({ options }), never);
  expect(heard).toEqual([
    'plain does not support effort levels; "high" is not sent.',
    "plain takes no fields of a body: they are not sent.",
    'plain does not take verbosity: "low" is not sent.',
    'plain does not take serviceTier: "flex" is not sent.',
  ]);
});

test("models of the folder are listed with their windows", async () => {
  await using own = await temporaryFolder();
  writeTinyGguf(join(own.path, "one.gguf"), { contextTokens: 1024 });
  writeFileSync(join(own.path, "notes.txt"), "");
  expect(await create({ folder: own.path }).models()).toEqual([
    { id: "one", limits: { contextTokens: 1024, images: false, pdfs: false } },
  ]);
});
