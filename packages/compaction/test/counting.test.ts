import type { AssistantPart } from "@skein/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleModel, sampleSession, viewOf } from "../src/conformance/index.ts";
import { estimateTokens, sectionsOf } from "../src/index.ts";
import { partsTokens, textTokens } from "../src/tokens/estimate.ts";
import { createRatios, usedTokens } from "../src/tokens/used.ts";

const journal = sampleSession([
  { user: "Look at the settings of the service, please." },
  ...Array.from({ length: 20 }, (_, index) => ({
    said: `Step ${index}.`,
    results: ["a line of output\n".repeat(20)],
  })),
]);
const requests = journal.filter(({ kind }) => kind === "model-request").map(({ seq }) => seq);
const lastRequest = requests.at(-1) ?? 0;

describe("counting", () => {
  it("counts a long text like its slices", () => {
    const text = "some words of a long text, and more of them\n".repeat(4_000);
    expect(textTokens(text)).toBeCloseTo(textTokens(text.slice(0, 44_000)) * (text.length / 44_000), -3);
  });

  it("counts keys and hashes higher than words of their length", () => {
    expect(textTokens("4f9d8c21aa07be55d1c3")).toBeGreaterThan(textTokens("internationalization") * 2);
  });

  it("takes an endless word", () => {
    expect(textTokens("a".repeat(3_000_000))).toBeGreaterThan(100_000);
  });

  it("counts images by their size", () => {
    const image = (bytes: number) =>
      partsTokens([{ type: "image", mediaType: "image/png", data: "A".repeat(bytes) }]);
    expect([image(1_000), image(100_000), image(1_000_000)]).toEqual([300, 900, 1_600]);
  });

  it("grows with every part", () => {
    const part = fc.string({ maxLength: 60 }).map((text): AssistantPart => ({ type: "text", text }));
    fc.assert(
      fc.property(fc.array(part), part, (parts, more) => {
        expect(partsTokens([...parts, more])).toBeGreaterThanOrEqual(partsTokens(parts));
      }),
    );
  });
});

describe("what is used", () => {
  it("is what the last call took and answered, and an estimate of what came since", () => {
    const measured = { request: lastRequest, inputTokens: 5_000, outputTokens: 70 };
    const result = journal.at(-1);
    const since = result?.kind === "tool-result" ? 4 + partsTokens(result.content) : 0;
    expect(since).toBeGreaterThan(50);
    expect(usedTokens(viewOf(journal, { measured }))).toBe(5_070 + since);
    expect(usedTokens(viewOf(journal, { measured }), 2)).toBe(5_070 + since * 2);
  });

  it("is an estimate of all when no call has told", () => {
    const view = viewOf(journal);
    expect(usedTokens(view, 1.5)).toBe(Math.ceil(estimateTokens(view.request) * 1.5));
  });

  it("is learned by model from what calls took", () => {
    const ratios = createRatios();
    const other = { ...sampleModel, id: "other" };
    const before = viewOf(journal.slice(0, lastRequest - 1));
    const measured = {
      request: lastRequest,
      inputTokens: estimateTokens(before.request) * 2,
      outputTokens: 9,
    };
    const view = viewOf(journal, { measured });
    ratios.learn(view);
    expect(ratios.of(sampleModel)).toBeCloseTo(2, 1);
    expect(ratios.of(other)).toBe(1);
    const few = Math.ceil(estimateTokens(before.request) * 0.1);
    ratios.learn({ ...view, measured: { ...measured, request: requests.at(-2) ?? 0, inputTokens: few } });
    expect(ratios.of(sampleModel)).toBeCloseTo(2 * 0.7 + 0.4 * 0.3, 1);
  });

  it("does not believe a server that counts next to nothing", () => {
    const measured = { request: lastRequest, inputTokens: 11, outputTokens: 7 };
    const view = viewOf(journal, { measured });
    expect(usedTokens(view, 1.5)).toBe(Math.ceil(estimateTokens(view.request) * 1.5));
    const ratios = createRatios();
    ratios.learn(view);
    expect(ratios.of(sampleModel)).toBe(1);
  });
});

describe("sections", () => {
  it("tell where all of the tokens are", () => {
    const tool = (name: string) => ({
      name,
      description: "Does things.".repeat(9),
      inputSchema: { type: "object" },
    });
    const measured = { request: lastRequest, inputTokens: 4_000, outputTokens: 10 };
    const view = viewOf(journal, { measured, tools: [tool("shell"), tool("read"), tool("todo")] });
    const sections = sectionsOf(view, {
      hints: "help with a project",
      extensionOf: (name) => (name === "todo" ? "todo" : "developer"),
    });
    const total = sections.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(Math.abs(total - usedTokens(view))).toBeLessThan(sections.length);
    expect(sections.map(({ name }) => name)).toEqual([
      "system",
      "hints",
      "tools",
      "user",
      "assistant",
      "tool calls",
      "tool output",
    ]);
    const tools = sections.find(({ name }) => name === "tools");
    expect(tools?.items?.map(({ name }) => name)).toEqual(["developer", "todo"]);
  });
});
