import type { AssistantPart, ModelRequest } from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleModel, sampleSession, viewOf } from "../src/conformance/index.ts";
import { estimateTokens, tokenSections } from "../src/index.ts";
import { charactersOf, partsTokens, textTokens } from "../src/tokens/estimate.ts";
import { createRatios, mostUsed, usedTokens } from "../src/tokens/used.ts";

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

  it("never counts more tokens than characters", () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom("a", "Z", "7", " ", "\n", ".", "-", "漢", "é", "🙂"),
        fc.string({ maxLength: 1 }),
      ),
      maxLength: 200,
    });
    checkProperty(
      fc.property(text, (said) => {
        expect(textTokens(said)).toBeLessThanOrEqual(said.length);
      }),
    );
  });

  it("counts images by their size", () => {
    const image = (bytes: number) =>
      partsTokens([{ type: "image", mediaType: "image/png", data: "A".repeat(bytes) }]);
    expect([image(1_000), image(100_000), image(1_000_000)]).toEqual([300, 900, 1_600]);
  });

  it("grows with every part", () => {
    const part = fc.string({ maxLength: 60 }).map((text): AssistantPart => ({ type: "text", text }));
    checkProperty(
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

  it("is never more than what lengths alone say", () => {
    const part = fc.oneof(
      fc.string().map((text): AssistantPart => ({ type: "text", text })),
      fc.string().map((text): AssistantPart => ({ type: "thinking", text })),
      fc
        .dictionary(fc.string(), fc.string())
        .map((input): AssistantPart => ({ type: "tool-call", id: "a", name: "tree", input })),
    );
    checkProperty(
      fc.property(fc.array(part), fc.string(), fc.nat(200_000), (content, system, bytes) => {
        const image = { type: "image" as const, mediaType: "image/png", data: "A".repeat(bytes) };
        const request: ModelRequest = {
          ...viewOf(journal).request,
          system,
          messages: [
            {
              role: "user" as const,
              from: "user" as const,
              content: [{ type: "text" as const, text: system }, image],
              dynamicContext: [system],
            },
            { role: "assistant" as const, content },
          ],
        };
        expect(charactersOf(request)).toBeGreaterThanOrEqual(estimateTokens(request));
      }),
    );
    const calls = [
      undefined,
      { inputTokens: 5_000, outputTokens: 70 },
      { inputTokens: 3, outputTokens: 70 },
      // What a model has thought may be no part of what it is told again.
      { inputTokens: 150, outputTokens: 1_000_000 },
    ];
    for (const call of calls) {
      const view = viewOf(journal, call && { measured: { request: lastRequest, ...call } });
      expect(mostUsed(view)).toBeGreaterThanOrEqual(usedTokens(view, 3));
    }
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

describe("what is learned of a model's counting", () => {
  const before = viewOf(journal.slice(0, lastRequest - 1));
  const estimate = estimateTokens(before.request);
  const learned = (inputTokens: number) => {
    const ratios = createRatios();
    ratios.learn(viewOf(journal, { measured: { request: lastRequest, inputTokens, outputTokens: 9 } }));
    return ratios.of(sampleModel);
  };

  it.each([
    ["what it took", estimate * 1.5, 1.5],
    ["no more than three for one", estimate * 9, 3],
    ["no less than two fifths", estimate * 0.2, 0.4],
    ["nothing from next to nothing", estimate * 0.049, 1],
    ["something from a twentieth", Math.ceil(estimate * 0.05), 0.4],
  ])("is %s", (_, inputTokens, ratio) => {
    expect(learned(inputTokens)).toBeCloseTo(ratio, 5);
  });

  it("is nothing from a short request", () => {
    const short = (words: number) => {
      const said = sampleSession([{ user: "word ".repeat(words), said: "Yes." }]);
      const ratios = createRatios();
      const request = said.find(({ kind }) => kind === "model-request")?.seq ?? 0;
      const sent = estimateTokens(viewOf(said.slice(0, request - 1)).request);
      ratios.learn(viewOf(said, { measured: { request, inputTokens: sent * 2, outputTokens: 9 } }));
      return { sent, ratio: ratios.of(sampleModel) };
    };
    expect(short(189)).toEqual({ sent: 199, ratio: 1 });
    expect(short(190)).toEqual({ sent: 200, ratio: 2 });
  });

  it("is a call's once, and forgotten little by little", () => {
    const ratios = createRatios();
    const learn = (request: number, factor: number, model = sampleModel) =>
      ratios.learn(
        viewOf(journal.slice(0, lastRequest - 1), {
          model,
          measured: { request, inputTokens: estimate * factor, outputTokens: 9 },
        }),
      );
    for (let time = 0; time < 3; time++) learn(lastRequest - 1, 2);
    expect(ratios.of(sampleModel)).toBeCloseTo(2, 5);
    learn(lastRequest, 1);
    expect(ratios.of(sampleModel)).toBeCloseTo(2 * 0.7 + 0.3, 5);
    learn(lastRequest, 3);
    expect(ratios.of(sampleModel)).toBeCloseTo(2 * 0.7 + 0.3, 5);
    for (const other of [
      { ...sampleModel, id: "other" },
      { ...sampleModel, provider: "other" },
    ])
      expect(ratios.of(other)).toBe(1);
    ratios.learn(viewOf(journal));
    expect(ratios.of(sampleModel)).toBeCloseTo(2 * 0.7 + 0.3, 5);
  });
});

describe("what came since a call", () => {
  it("is all of it but the call's own reply, which is counted by what it took", () => {
    const all = journal.filter(({ kind }) => kind !== "session-start");
    const first = requests[0] ?? 0;
    const measured = { request: first, inputTokens: 300, outputTokens: 50 };
    const since = estimateTokens(viewOf(all).request) - estimateTokens(viewOf(all.slice(0, 1)).request);
    const reply = 4 + partsTokens([{ type: "text", text: "Step 0." }]);
    const view = viewOf(journal, { measured });
    const call = view.entries.find((entry) => entry.kind === "assistant-message" && entry.request === first);
    const own = call?.kind === "assistant-message" ? 4 + partsTokens(call.content) : 0;
    expect(own).toBeGreaterThan(reply);
    expect(usedTokens(view)).toBe(350 + since - own);
  });

  it("is everything where the call came before all that is seen", () => {
    const view = viewOf(journal, { measured: { request: 0, inputTokens: 300, outputTokens: 50 } });
    const conversation = estimateTokens(view.request) - estimateTokens({ ...view.request, messages: [] });
    expect(usedTokens(view)).toBe(350 + conversation);
  });

  it("is no help where the call counted less than a twentieth of what it was sent", () => {
    const view = viewOf(journal);
    const measured = (inputTokens: number) => ({
      ...view,
      measured: { request: journal.length, inputTokens, outputTokens: 50 },
    });
    const estimate = estimateTokens(view.request);
    const least = Math.ceil(estimate * 0.05);
    expect(usedTokens(measured(least))).toBe(least + 50);
    expect(usedTokens(measured(least - 1))).toBe(estimate);
    expect(usedTokens(measured(least - 1), 1.5)).toBe(Math.ceil(estimate * 1.5));
  });

  it("has what the vendor adds to a request with tools, until a reply says better", () => {
    const view = viewOf(journal);
    const tool = { name: "read", description: "Reads.", inputSchema: {} };
    const asked = (tools: ModelRequest["tools"]) => ({
      ...view,
      measured: undefined,
      model: { ...sampleModel, addedTokens: 500 },
      request: { ...view.request, tools },
    });
    expect(usedTokens(asked([]))).toBe(estimateTokens(asked([]).request));
    expect(usedTokens(asked([tool]))).toBe(estimateTokens(asked([tool]).request) + 500);
    expect(
      mostUsed(asked([tool])) - mostUsed({ ...asked([tool]), model: sampleModel }),
    ).toBeGreaterThanOrEqual(500);
    const counted = {
      ...asked([tool]),
      measured: { request: lastRequest, inputTokens: 5_000, outputTokens: 70 },
    };
    expect(usedTokens(counted)).toBe(usedTokens({ ...counted, model: sampleModel }));
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
    const sections = tokenSections(view, {
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
