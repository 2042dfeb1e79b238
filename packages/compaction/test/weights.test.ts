import { createTranscript, type Entry, type Message, type ToolDefinition } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { sampleSession, viewOf } from "../src/conformance/index.ts";
import { estimateTokens } from "../src/index.ts";
import {
  contextTokens,
  fixedTokens,
  messageTokens,
  partTokens,
  systemTokens,
  textTokens,
  toolTokens,
  type ContentPart,
} from "../src/tokens/estimate.ts";
import { entryTokens } from "../src/tokens/used.ts";

const sealed = (data: string) => ({ provider: "sample", model: "sample-1", data });
const image = (length: number): ContentPart => ({
  type: "image",
  mediaType: "image/png",
  data: "A".repeat(length),
});
const file = (mediaType: string, length: number): ContentPart => ({
  type: "file",
  mediaType,
  data: "A".repeat(length),
});

describe("the weight of a part", () => {
  it.each([
    ["a text", { type: "text", text: "three plain words" }, 3],
    ["a thought", { type: "thinking", text: "three plain words" }, 3],
    ["a thought that is sealed", { type: "thinking", text: "", sidecar: sealed("x".repeat(598)) }, 100],
    ["a thought that says nothing", { type: "thinking", text: "" }, 0],
    ["what only its vendor reads", { type: "opaque", sidecar: sealed("x".repeat(599)) }, 101],
    ["a small picture", image(16_000), 300],
    ["a picture", image(16_001), 900],
    ["a picture of the same class", image(160_000), 900],
    ["a large picture", image(160_001), 1_600],
    ["a text file", file("text/markdown", 50_001), 10_001],
    ["data", file("application/json", 50_000), 10_000],
    ["a short document", file("application/pdf", 4_000), 1_500],
    ["a document", file("application/pdf", 80_001), 2_001],
  ] satisfies (readonly [string, ContentPart, number])[])("%s", (_, part, tokens) => {
    expect(partTokens(part)).toBe(tokens);
  });

  it("of a call is that of its name and its input, broken or not", () => {
    const input = { command: "make all", times: 3 };
    const call = { type: "tool-call", id: "call_1", name: "run_shell" } as const;
    expect(partTokens({ ...call, input })).toBe(
      4 + textTokens("run_shell") + textTokens(JSON.stringify(input)),
    );
    const raw = '{"command": "make al';
    expect(partTokens({ ...call, raw, problem: "cut-off" })).toBe(
      4 + textTokens("run_shell") + textTokens(raw),
    );
  });

  it("of a long text is that of its slices", () => {
    const text = "some words of a long text, and more of them\n".repeat(3_000);
    const cut = 65_536;
    expect(textTokens(text)).toBe(textTokens(text.slice(0, cut)) + textTokens(text.slice(cut)));
    expect(textTokens(text)).not.toBe(textTokens(text.slice(0, cut)));
  });

  it.each([
    ["a1b2c3d4e5f6a7b8c9d0e1", 10],
    ["abc1b2c3d4", 5],
    ["1a2b3c4d5e", 5],
    ["a1b2c3d4e", 2],
    ["internationalization", 3],
    ["é1b2c3d4e5f6", 3],
    ["1b2c3d4e5f6é", 3],
  ])("of %s is %i: keys and hashes are cut smaller than words", (text, tokens) => {
    expect(textTokens(text)).toBe(tokens);
  });
});

describe("the weight of a request", () => {
  const tool: ToolDefinition = {
    name: "shell",
    description: "Runs a command.",
    inputSchema: { type: "object", properties: { command: { type: "string" } } },
  };
  const messages: readonly Message[] = [
    {
      role: "user",
      from: "user",
      content: [{ type: "text", text: "Please go on." }],
      dynamicContext: ["It is Monday.", "The folder is /src."],
    },
    { role: "assistant", content: [{ type: "text", text: "I do." }] },
    {
      role: "tool",
      content: [
        { type: "tool-result", callId: "a", name: "shell", content: [{ type: "text", text: "one line" }] },
        {
          type: "tool-result",
          callId: "b",
          name: "shell",
          content: [{ type: "text", text: "other line" }],
          dynamicContext: ["It is Tuesday."],
        },
      ],
    },
  ];

  it("is that of its system prompt, its tools and its messages, with the overhead of each", () => {
    const system = "You help.";
    expect(systemTokens(system)).toBe(textTokens(system));
    expect(toolTokens(tool)).toBe(textTokens(`shell\nRuns a command.\n${JSON.stringify(tool.inputSchema)}`));
    expect(fixedTokens({ system, tools: [tool, tool], messages, options: {} })).toBe(
      textTokens(system) + 2 * toolTokens(tool),
    );
    const [user, reply, results] = messages.map(messageTokens);
    const texts = contextTokens(["It is Monday.", "The folder is /src."]);
    expect(texts).toBe(8 + textTokens("It is Monday.") + textTokens("The folder is /src."));
    expect(user).toBe(4 + textTokens("Please go on.") + texts);
    expect(reply).toBe(4 + textTokens("I do."));
    expect(results).toBe(
      8 + textTokens("one line") + textTokens("other line") + contextTokens(["It is Tuesday."]),
    );
    expect(estimateTokens({ system, tools: [tool], messages, options: {} })).toBe(
      textTokens(system) + toolTokens(tool) + (user ?? 0) + (reply ?? 0) + (results ?? 0),
    );
  });

  it("is the same counted by entries: a message, a reply, a result, a summary, a notice, dynamic context", () => {
    const head = { v: 1, at: 0, run: "run" } as const;
    const said = sampleSession([
      { user: "Look at the settings, please.", said: "I do.", results: ["first output", "second output"] },
    ]);
    const journal: Entry[] = [
      ...said,
      {
        ...head,
        seq: 20,
        kind: "notice",
        audience: "model",
        level: "info",
        text: "The branch is frozen now.",
      },
      { ...head, seq: 21, kind: "notice", audience: "user", level: "info", text: "A line for people alone." },
      { ...head, seq: 22, kind: "dynamic-context", sections: [{ name: "todo", text: "- [ ] write tests" }] },
      {
        ...head,
        seq: 23,
        kind: "compaction",
        summary: "A summary of some words.",
        firstKept: 1,
        pinned: [],
        receipt: {},
      },
    ];
    // A call without its result is answered in words that are no entry.
    const lengths = journal
      .map((_, index) => index + 1)
      .filter((length) => createTranscript(journal.slice(0, length)).openCalls().length === 0);
    expect(lengths.length).toBeGreaterThan(8);
    const views = lengths.map((length) => viewOf(journal.slice(0, length)));
    expect(views.map(({ entries }) => entries.reduce((sum, entry) => sum + entryTokens(entry), 0))).toEqual(
      views.map(({ request }) => estimateTokens(request) - fixedTokens(request)),
    );
  });
});
