import { ProviderError, extractText, type ModelRequest } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { planProblems, sampleModel, sampleNotes, sampleSession, viewOf } from "../src/conformance/index.ts";
import { createCompaction } from "../src/index.ts";
import { textTokens } from "../src/tokens/estimate.ts";

const journal = sampleSession([
  { user: "Never touch the folder legacy.", said: "I will not." },
  { user: "Look at all parts." },
  ...Array.from({ length: 60 }, (_, index) => ({
    said: `I look at part ${index}.`,
    results: [`${"a line of output, not a long one\n".repeat(30)}secret-${index}`],
  })),
]);
const window = 20_000;
const signal = new AbortController().signal;
const textIn = ({ messages }: ModelRequest) => messages.map(({ content }) => extractText(content)).join("\n");
const overflow = () =>
  new ProviderError("context-overflow", "prompt is too long", { provider: "sample", retryable: false });

async function compactWith(
  ask: (request: ModelRequest, model: string | undefined) => Promise<string> | string,
  { summariser = false } = {},
) {
  const asked: { request: ModelRequest; model: string | undefined }[] = [];
  const view = viewOf(journal, {
    window,
    ask: async (request, model) => {
      asked.push({ request, model: model?.id });
      return ask(request, model?.id);
    },
  });
  const fast = { ...sampleModel, id: "fast", limits: { contextTokens: 8_000, outputTokens: 1_000 } };
  const plan = await createCompaction(summariser ? { summariser: fast } : {}).plan(view, signal);
  expect(await planProblems(view, plan)).toEqual([]);
  const compaction = plan.entries.find((entry) => entry.kind === "compaction");
  return { plan, asked, summary: compaction?.summary ?? "", receipt: compaction?.receipt ?? {} };
}

describe("a summary by a model", () => {
  it("says who wrote it, and holds the notes, the user's words, the index and the receipt", async () => {
    const { summary, receipt } = await compactWith(() => sampleNotes);
    expect(summary.startsWith("[Summary of the conversation so far:")).toBe(true);
    expect(summary).toContain("[2] Never touch the folder legacy.");
    expect(summary).toContain(sampleNotes);
    expect(receipt).toMatchObject({
      by: "sample/sample-1",
      cause: "before-call",
      calls: { shell: expect.any(Number) },
    });
  });

  it("gives the record as data between marks that it does not hold", async () => {
    const { asked } = await compactWith(() => sampleNotes);
    for (const { request } of asked) {
      const [, mark = ""] = textIn(request).split("\n");
      expect(mark).toMatch(/^-----[0-9a-f]{24}-----$/);
      expect(
        textIn(request)
          .split("\n")
          .filter((line) => line === mark),
      ).toHaveLength(2);
      expect(request.tools).toEqual([]);
      expect(Number.isInteger(request.options.maxOutputTokens)).toBe(true); // vendors refuse anything else
    }
  });

  it("asks in pieces that the summariser's window takes, and folds them", async () => {
    const { asked, receipt } = await compactWith(() => sampleNotes, { summariser: true });
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.length).toBeLessThanOrEqual(9);
    for (const { request, model } of asked) {
      expect(model).toBe("fast");
      expect(
        textTokens(textIn(request) + request.system) + (request.options.maxOutputTokens ?? 0),
      ).toBeLessThan(8_000);
    }
    expect(textIn(asked.at(-1)?.request as ModelRequest)).toContain("notes of the parts");
    expect(receipt).toMatchObject({ by: "sample/fast", requests: asked.length });
  });

  it("tries smaller pieces when the summariser's window was too small after all", async () => {
    const { asked, summary } = await compactWith((request) => {
      if (textTokens(textIn(request)) > 4_000) throw overflow();
      return sampleNotes;
    });
    expect(asked.length).toBeGreaterThan(2);
    expect(summary).toContain(sampleNotes);
  });

  it("takes the conversation's model when the other one cannot be reached", async () => {
    const { asked, summary, receipt, plan } = await compactWith(
      (_, model) => {
        if (model === "fast") throw new Error("no route");
        return sampleNotes;
      },
      { summariser: true },
    );
    expect(asked.map(({ model }) => model).slice(0, 2)).toEqual(["fast", undefined]);
    expect(summary).toContain(sampleNotes);
    expect(receipt).toMatchObject({ by: "sample/sample-1", failed: ["sample/fast: no route"] });
    expect(plan.notices?.join(" ")).toContain("no route");
  });

  it.each([
    ["nothing", () => ""],
    ["white space", () => " \n\t "],
    ["a few letters", () => "ok!!"],
    ["more than it stands for", () => `### Goal\n${"very many words of no use ".repeat(20_000)}`],
    [
      "an error each time",
      () => {
        throw new Error("503");
      },
    ],
    [
      "an overflow each time",
      () => {
        throw overflow();
      },
    ],
  ])("is made without a model when the answer is %s", async (_, answer) => {
    const { asked, summary, receipt, plan } = await compactWith(answer);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThan(8);
    expect(receipt).toMatchObject({
      by: "no model",
      failed: [expect.any(String), ...(receipt["failed"] as string[]).slice(1)],
    });
    expect(summary).toContain("→ a line of output, not a long one");
    expect(plan.notices?.join(" ")).toContain("The summary had trouble");
  });

  it("clips notes that are too long, section by section", async () => {
    const long = ["Goal", "Done", "Open"].map(
      (name) => `### ${name}\n${`${name} is a matter of many words. `.repeat(150)}`,
    );
    const { summary } = await compactWith(() => long.join("\n"));
    for (const name of ["Goal", "Done", "Open"])
      expect(summary).toContain(`### ${name}\n${name} is a matter`);
  });

  it("ends with the signal's reason when it is stopped on the way", async () => {
    const stop = new AbortController();
    const view = viewOf(journal, {
      window,
      ask: () => {
        stop.abort(new Error("stopped"));
        return Promise.reject(new Error("cut off"));
      },
    });
    await expect(createCompaction().plan(view, stop.signal)).rejects.toThrow("stopped");
  });

  it("tells the summariser what the user wants kept", async () => {
    const wishes: string[] = [];
    const view = viewOf(journal, {
      cause: "asked",
      wish: "the ports",
      ask: async (request) => {
        wishes.push(textIn(request));
        return sampleNotes;
      },
    });
    await createCompaction().plan(view, signal);
    expect(wishes.every((text) => text.includes("above all this is kept: the ports"))).toBe(true);
  });
});
