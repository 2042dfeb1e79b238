import type { Entry, Message, ModelRequest } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { sampleSession, viewOf, type SampleView } from "../src/conformance/index.ts";
import { estimateTokens, tokenSections, type SectionOptions } from "../src/index.ts";
import { contextTokens, textTokens, toolTokens } from "../src/tokens/estimate.ts";

const tool = (name: string, words: number) => ({
  name,
  description: "does things ".repeat(words),
  inputSchema: { type: "object" },
});
const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
const text = (words: string) => ({ type: "text", text: words }) as const;

function sectionsIn(
  messages: readonly Message[],
  {
    request = {},
    options,
    ...sample
  }: SampleView & { request?: Partial<ModelRequest>; options?: SectionOptions } = {},
) {
  const view = viewOf([], { system: "", ...sample });
  return tokenSections({ ...view, request: { ...view.request, messages, ...request } }, options);
}

describe("the sections of a request", () => {
  it("are none for an empty one", () => {
    expect(sectionsIn([])).toEqual([]);
  });

  it("are what each part of it takes, results by their tool, the largest first", () => {
    const output = [text("many words of some output ".repeat(9)), image, image];
    const messages: readonly Message[] = [
      {
        role: "user",
        from: "user",
        content: [text("Look at it please."), image],
        dynamicContext: ["It is Monday."],
      },
      {
        role: "assistant",
        content: [
          { type: "thinking", text: "I think about it." },
          { type: "opaque", sidecar: { provider: "sample", model: "sample-1", data: "x".repeat(58) } },
          text("I look now."),
          { type: "tool-call", id: "a", name: "read", input: {} },
          { type: "tool-call", id: "b", name: "shell", input: { command: "a command of many words" } },
          { type: "tool-call", id: "c", name: "read", input: {} },
        ],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", callId: "a", name: "read", content: [text("ok")] },
          { type: "tool-result", callId: "b", name: "shell", content: output },
          {
            type: "tool-result",
            callId: "c",
            name: "read",
            content: [text("fine")],
            dynamicContext: ["Tuesday."],
          },
        ],
      },
    ];
    const words = textTokens("many words of some output ".repeat(9));
    const shellCall = 4 + 1 + textTokens('{"command":"a command of many words"}');
    const readCall = 4 + 1 + textTokens("{}");
    expect(sectionsIn(messages)).toEqual([
      { name: "user", tokens: 4 + textTokens("Look at it please.") },
      { name: "dynamic context", tokens: contextTokens(["It is Monday.", "Tuesday."]) },
      { name: "images", tokens: 900 },
      { name: "assistant", tokens: 4 + textTokens("I look now.") },
      { name: "thinking", tokens: textTokens("I think about it.") + 10 },
      {
        name: "tool calls",
        tokens: shellCall + 2 * readCall,
        items: [
          { name: "shell", tokens: shellCall },
          { name: "read", tokens: 2 * readCall },
        ],
      },
      {
        name: "tool output",
        tokens: 14 + words,
        items: [
          { name: "shell", tokens: 4 + words },
          { name: "read", tokens: 10 },
        ],
      },
    ]);
  });

  it("tell tools by their extension, by name where they take the same", () => {
    const tools = [
      tool("read_file", 1),
      tool("todo", 30),
      tool("beta", 2),
      tool("alfa", 2),
      tool("gamma", 2),
    ];
    const [large, small] = [toolTokens(tools[1]!), toolTokens(tools[2]!)];
    const [section] = sectionsIn([], { tools: tools.slice(1) });
    expect(section).toEqual({
      name: "tools",
      tokens: large + 3 * small,
      items: [
        { name: "todo", tokens: large },
        { name: "alfa", tokens: small },
        { name: "beta", tokens: small },
        { name: "gamma", tokens: small },
      ],
    });
    const options = { extensionOf: (name: string) => (name === "todo" ? "todo" : "files") };
    const [byExtension] = sectionsIn([], { tools, options });
    expect(byExtension?.items?.map(({ name }) => name)).toEqual(["todo", "files"]);
  });

  it("count hints apart from the rest of the system prompt, and never more than it has", () => {
    const system = "You help. Use tabs in this folder.";
    const all = textTokens(system);
    expect(sectionsIn([], { system })).toEqual([{ name: "system", tokens: all }]);
    const hints = textTokens("Use tabs");
    expect(sectionsIn([], { system, options: { hints: "Use tabs" } })).toEqual([
      { name: "system", tokens: all - hints },
      { name: "hints", tokens: hints },
    ]);
    expect(sectionsIn([], { system, options: { hints: system.repeat(9) } })).toEqual([
      { name: "hints", tokens: all },
    ]);
  });

  it("tell the summary from what the user said", () => {
    const summary = "A summary of what was said and done before.";
    const compaction: Entry = {
      v: 1,
      seq: 9,
      at: 0,
      run: null,
      kind: "compaction",
      summary,
      firstKept: 9,
      pinned: [],
      receipt: {},
    };
    const journal = [...sampleSession([{ user: "Hello." }]), compaction];
    const later = sampleSession([{ user: "Go on, please." }]).slice(1);
    const view = viewOf([...journal, ...later.map((entry) => ({ ...entry, seq: 10 }))], { system: "" });
    expect(tokenSections(view)).toEqual([
      { name: "user", tokens: 8 + textTokens("Go on, please.") },
      { name: "summary", tokens: textTokens(summary) },
    ]);
  });

  it("are scaled to what the last call took", () => {
    const journal = sampleSession([{ user: "Hello, and how are you?", said: "Fine." }]);
    const estimate = estimateTokens(viewOf(journal).request);
    const request = journal.find(({ kind }) => kind === "model-request")?.seq ?? 0;
    const view = viewOf(journal, { measured: { request, inputTokens: estimate * 3 - 8, outputTokens: 8 } });
    const own = tokenSections(viewOf(journal));
    expect(tokenSections(view)).toEqual(own.map(({ name, tokens }) => ({ name, tokens: tokens * 3 })));
  });
});
