import { describe, expect, it } from "vitest";
import { taggedContext, type Message, type ModelRequest, type UserMessage } from "@skein/protocol";
import { assistant, call, collect, never, requestOf, result, results, user } from "@skein/test-kit";
import type { AiSdkModel, AiSdkSettings } from "../src/index.ts";
import { finish, scripted } from "./scripted.ts";
import { once } from "./vendors.ts";

type Version = AiSdkModel["specificationVersion"];

async function asked(request: ModelRequest, version: Version = "v4", settings: AiSdkSettings = {}) {
  const { model, asked: calls } = scripted([finish()], version);
  await collect(once(model, settings).stream(request, never));
  return calls[0]!;
}

const picture = { type: "image", mediaType: "image/png", data: "AQI=" } as const;
const withFiles: UserMessage = {
  role: "user",
  from: "user",
  content: [
    { type: "text", text: "See:" },
    picture,
    { type: "file", mediaType: "text/plain", name: "a.txt", data: Buffer.from("hello").toString("base64") },
    { type: "file", mediaType: "application/x-odd", name: "b.odd", data: "AA==" },
  ],
};

describe("a prompt", () => {
  it("has results behind their calls, names and ids that every vendor takes", async () => {
    const messages: Message[] = [
      { ...user("Hi"), dynamicContext: ["Noon."] },
      assistant({ type: "text", text: " " }, call("a b"), call("a b")),
      results(result("a b", "one"), { ...result("a b", ""), failure: "failed", dynamicContext: ["One."] }),
    ];
    const { prompt } = await asked(requestOf(messages, { system: "Brief." }));
    expect(prompt).toEqual([
      { role: "system", content: "Brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "Hi" },
          { type: "text", text: taggedContext("Noon.") },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "tool-call", toolCallId: "a_b", toolName: "sh", input: {} },
          { type: "tool-call", toolCallId: "a_b_2", toolName: "sh", input: {} },
        ],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "a_b", toolName: "sh", output: { type: "text", value: "one" } },
          {
            type: "tool-result",
            toolCallId: "a_b_2",
            toolName: "sh",
            output: { type: "error-text", value: `(no output)\n\n${taggedContext("One.")}` },
          },
        ],
      },
    ]);
  });

  it.each([
    [
      "v4",
      { type: "data", data: "AQI=" },
      { type: "file", mediaType: "image/png", data: { type: "data", data: "AQI=" } },
    ],
    ["v3", "AQI=", { type: "image-data", mediaType: "image/png", data: "AQI=" }],
    ["v2", "AQI=", { type: "media", mediaType: "image/png", data: "AQI=" }],
  ] as const)("has files in the form of %s", async (version, data, inResult) => {
    const shown = { ...result("a", "seen"), content: [{ type: "text", text: "seen" } as const, picture] };
    const messages: Message[] = [withFiles, assistant(call("a")), results(shown)];
    const { prompt } = await asked(requestOf(messages), version);
    const [said, , answered] = prompt as { content: { output?: { value: unknown[] } }[] }[];
    expect(said!.content).toEqual([
      { type: "text", text: "See:" },
      { type: "file", mediaType: "image/png", data },
      { type: "text", text: "The file a.txt:\nhello" },
      { type: "text", text: expect.stringContaining("b.odd was left out") as string },
    ]);
    expect(answered!.content[0]!.output!.value[1]).toEqual(inResult);
  });

  it("never ends with the model's words, and begins with the user's", async () => {
    const { prompt } = await asked(requestOf([assistant({ type: "text", text: "Yes." })]));
    expect((prompt as { role: string }[]).map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  });

  it("of a longer conversation begins with the same messages", async () => {
    const messages: Message[] = [user("Hi"), assistant(call("a")), results(result("a", "x")), user("Go on")];
    const longer = [...messages, assistant({ type: "text", text: "Yes." }), user("More")];
    const [short, long] = await Promise.all([asked(requestOf(messages)), asked(requestOf(longer))]);
    expect((long.prompt as unknown[]).slice(0, (short.prompt as unknown[]).length)).toEqual(short.prompt);
  });

  it("gives the vendor's own parts back to it", async () => {
    const part = {
      type: "tool-call",
      toolCallId: "s",
      toolName: "web",
      input: '{"q":1}',
      providerExecuted: true,
    };
    const answer = {
      type: "tool-result",
      toolCallId: "s",
      toolName: "web",
      result: { hits: 1 },
      isError: true,
    };
    const own = (data: object) => ({
      type: "opaque" as const,
      sidecar: { provider: "vendor.chat", model: "m", data: { part: data as never } },
    });
    const source = own({ type: "source", id: "1" });
    const messages = [user("Hi"), assistant(own(part), own(answer), source), user("Well?")];
    const { prompt } = await asked(requestOf(messages));
    expect((prompt as { content: unknown }[])[1]!.content).toEqual([
      { type: "tool-call", toolCallId: "s", toolName: "web", input: { q: 1 }, providerExecuted: true },
      {
        type: "tool-result",
        toolCallId: "s",
        toolName: "web",
        output: { type: "error-json", value: { hits: 1 } },
      },
    ]);
  });
});

describe("options", () => {
  it("go along, the effort where there is a word for it", async () => {
    const options = { maxOutputTokens: 9, temperature: 0.5, effort: "high" } as const;
    const settings = { headers: { "x-a": "b" }, providerOptions: { vendor: { deep: true } } };
    expect(await asked(requestOf([user("Hi")], { options }), "v4", settings)).toMatchObject({
      maxOutputTokens: 9,
      temperature: 0.5,
      reasoning: "high",
      ...settings,
    });
    const warnings: string[] = [];
    const old = await asked(requestOf([user("Hi")], { options }), "v2", {
      warn: (text) => warnings.push(text),
    });
    expect(old).not.toHaveProperty("reasoning");
    expect(warnings).toEqual([expect.stringContaining("effort high is not sent")]);
  });

  it("warns once of each thing, without what must not be shown", async () => {
    const warnings: string[] = [];
    const parts = [
      { type: "stream-start", warnings: [{ type: "other", message: "The key s3cret-value is old" }] },
    ];
    const model = once(scripted([...parts, finish()]).model, {
      warn: (text) => warnings.push(text),
      secrets: ["s3cret-value"],
    });
    for (let turn = 0; turn < 2; turn++) await collect(model.stream(requestOf([user("Hi")]), never));
    expect(warnings).toEqual(["vendor.chat m: The key [key] is old"]);
  });
});
