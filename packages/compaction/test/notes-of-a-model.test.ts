import { ProviderError, extractText, type AttemptModel, type ModelRequest } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import {
  sampleModel,
  sampleNotes,
  sampleSession,
  viewOf,
  type SampleView,
} from "../src/conformance/index.ts";
import { messageGroups } from "../src/message-groups.ts";
import { writeNotes, type WriteNotesOptions } from "../src/summary/write-notes.ts";
import { textTokens } from "../src/tokens/estimate.ts";

const fast: AttemptModel = {
  ...sampleModel,
  id: "fast",
  limits: { contextTokens: 8_000, outputTokens: 1_000 },
};
const session = sampleSession(
  Array.from({ length: 40 }, (_, at) => ({
    user: `Do step ${at}.`,
    said: `I do it. ${"So it is done and said. ".repeat(20)}`,
  })),
);
const overflow = () =>
  new ProviderError("context-overflow", "prompt is too long", { provider: "sample", retryable: false });
const overloaded = () =>
  new ProviderError("overloaded", "try later", { provider: "sample", retryable: true });

interface Asked {
  readonly model: string | undefined;
  readonly tokens: number;
  readonly output: number | undefined;
  readonly text: string;
}

async function write(
  answer: (asked: Asked, index: number) => string,
  {
    options = {},
    sample = {},
    signal = new AbortController().signal,
  }: {
    options?: Partial<WriteNotesOptions>;
    sample?: SampleView;
    signal?: AbortSignal;
  } = {},
) {
  const asked: Asked[] = [];
  const view = viewOf(session, {
    window: 20_000,
    ...sample,
    ask: async (request: ModelRequest, model) => {
      const text = request.messages.map(({ content }) => extractText(content)).join("\n");
      const one = {
        model: model?.id,
        tokens: textTokens(text),
        output: request.options.maxOutputTokens,
        text,
      };
      asked.push(one);
      return answer(one, asked.length - 1);
    },
  });
  const notes = await writeNotes(
    {
      view,
      summariser: undefined,
      groups: messageGroups(view),
      budget: 500,
      replaces: 5_000,
      scale: 1,
      small: false,
      ...options,
    },
    signal,
  );
  return { ...notes, asked };
}

describe("who is asked for notes", () => {
  const fails = (error: Error) => () => {
    throw error;
  };

  it.each([
    ["the conversation's model, once", () => sampleNotes, {}, [undefined]],
    [
      "the conversation's model, and no more when it cannot be reached",
      fails(new Error("503")),
      {},
      [undefined],
    ],
    ["the conversation's model, and no more when it is overloaded", fails(overloaded()), {}, [undefined]],
    ["with smaller groups, when it was too much", fails(overflow()), {}, [undefined, undefined]],
    ["with smaller groups, when it wrote nothing", () => "", {}, [undefined, undefined]],
    [
      "another one, smaller, and then the conversation's",
      fails(overflow()),
      { summariser: fast },
      ["fast", "fast", undefined],
    ],
    [
      "the conversation's, when another one cannot be reached",
      fails(new Error("503")),
      { summariser: fast },
      ["fast", undefined],
    ],
    ["with small groups at once, after a refusal", fails(overflow()), { small: true }, [undefined]],
    [
      "another one with small groups at once, after a refusal",
      fails(overflow()),
      { small: true, summariser: fast },
      ["fast", undefined],
    ],
    [
      "the conversation's alone, when only it answers",
      ({ model }: Asked) => (model === "fast" ? "" : sampleNotes),
      { summariser: fast },
      ["fast", "fast", undefined],
    ],
  ] satisfies (readonly [
    string,
    (asked: Asked) => string,
    Partial<WriteNotesOptions>,
    readonly (string | undefined)[],
  ])[])("%s", async (_, answer, options, models) => {
    // A window for all of it at once: each attempt is one question, until it fails.
    const { asked } = await write(answer, { options, sample: { window: 200_000 } });
    expect(asked.map(({ model }) => model)).toEqual(models);
  });

  it("is told, with what went wrong", async () => {
    expect(await write(() => sampleNotes)).toMatchObject({
      text: sampleNotes,
      by: "sample/sample-1",
      calls: 1,
      failed: [],
    });
    expect(await write(fails(new Error("503")), { options: { summariser: fast } })).toMatchObject({
      text: undefined,
      by: undefined,
      calls: 2,
      failed: ["sample/fast: 503", "sample/sample-1: 503"],
    });
    expect(await write(() => sampleNotes, { options: { groups: [] } })).toMatchObject({
      text: undefined,
      calls: 0,
      failed: [
        "sample/sample-1: There was nothing to summarize.",
        "sample/sample-1: There was nothing to summarize.",
      ],
    });
  });

  it("is not asked again when it is stopped", async () => {
    const stopped = AbortSignal.abort(new Error("enough"));
    await expect(write(fails(new Error("503")), { signal: stopped })).rejects.toThrow("enough");
  });
});

describe("how much is given to a model at once", () => {
  it("is what its window takes beside the answer, by how it counts", async () => {
    const sizes = async (sample: SampleView, options: Partial<WriteNotesOptions> = {}) =>
      (await write(() => sampleNotes, { sample, options })).asked.map(({ tokens }) => tokens);
    const whole = (await sizes({ window: 200_000 }))[0] ?? 0;
    expect(await sizes({ window: 200_000 })).toHaveLength(1);
    for (const [window, scale] of [
      [6_000, 1],
      [6_000, 0.5],
      [8_000, 1.5],
      [12_000, 3],
    ] as const) {
      const room = (window * 0.7 - 2_000) / Math.max(1, scale);
      const parts = (await sizes({ window }, { scale })).slice(0, -1);
      expect(parts.length).toBeGreaterThanOrEqual(Math.ceil(whole / room));
      for (const tokens of parts) expect(tokens).toBeLessThan(room + 120);
      for (const tokens of parts.slice(0, -1)) expect(tokens).toBeGreaterThan(room - 120);
    }
    // The context window is unknown: 32,000 are assumed.
    expect(await sizes({ window: undefined as never }, { scale: 3 })).toHaveLength(1);
    expect((await sizes({ window: undefined as never }, { scale: 4 })).length).toBeGreaterThan(1);
    const unknown = { ...fast, limits: {} };
    expect(await sizes({ window: 6_000 }, { summariser: unknown, scale: 3 })).toHaveLength(1);
    expect((await sizes({ window: 200_000 }, { summariser: fast })).length).toBeGreaterThan(1);
    // However small the window, six hundred.
    const small = (await sizes({ window: 1_000 })).slice(0, -2);
    expect(small.length).toBeGreaterThan(5);
    for (const tokens of small) expect(tokens).toBeGreaterThan(400);
  });

  it("is a quarter, when all was too much or the conversation was refused", async () => {
    const { asked, failed } = await write(({ tokens }) => {
      if (tokens > 3_000) throw overflow();
      return sampleNotes;
    });
    expect(asked).toHaveLength(7);
    expect(failed).toEqual(["sample/sample-1: prompt is too long"]);
    expect((await write(() => sampleNotes, { options: { small: true } })).asked).toHaveLength(6);
  });

  it("tells the parts apart, and has notes of all folded", async () => {
    const { asked, text } = await write((_, index) => `${sampleNotes}\nThis is note ${index}.`, {
      sample: { window: 6_000 },
    });
    expect(asked[0]?.text).toContain("This is part 1 of 4 of the record");
    expect(asked[1]?.text).toContain("This is part 2 of 4 of the record");
    expect(asked[4]?.text).toContain("These are notes of the parts of one record");
    for (const index of [0, 1, 2, 3]) expect(asked[4]?.text).toContain(`This is note ${index}.`);
    expect(text).toBe(`${sampleNotes}\nThis is note 4.`);
  });

  it("says so where the record is too much for eight parts", async () => {
    const long = viewOf(
      sampleSession(
        Array.from({ length: 300 }, (_, at) => ({ user: `${at} ${"and more words ".repeat(40)}` })),
      ),
    );
    const { asked, failed } = await write(() => sampleNotes, {
      options: { groups: messageGroups(long) },
      sample: { window: 1_000 },
    });
    expect(asked).toHaveLength(9);
    expect(failed).toEqual([
      expect.stringMatching(/^\d+ parts of the record were too much to be summarized\.$/),
    ]);
  });

  it.each([
    [500, undefined, 2_048],
    [1_000, undefined, 3_000],
    [1_000.2, undefined, 3_001],
    [1_000, 1_200, 1_200],
    [1_000, 64_000, 3_000],
  ])(
    "asks with a budget of %d and an output limit of %s for %i tokens",
    async (budget, outputTokens, most) => {
      const model = {
        ...sampleModel,
        limits: { contextTokens: 200_000, ...(outputTokens !== undefined && { outputTokens }) },
      };
      const { asked } = await write(() => sampleNotes, { options: { budget }, sample: { model } });
      expect(asked.map(({ output }) => output)).toEqual([most]);
    },
  );
});

describe("what a model answers", () => {
  it.each([
    ["one two three four five six seven eight nine ten eleven twelve", true],
    ["one two three four five six seven eight nine ten eleven", false],
    ["### Goal\nto work", true],
    ["### Goal\nwork", false],
    ["**Done**: it works", true],
    ["done: it works", true],
    ["Doneness is good", false],
    ["It is Done now", false],
    ["Rules: a b", true],
    ["Decisions: a b", true],
    ["Open: a b", true],
    ["Facts: a b", true],
    ["Errors: a b", true],
    ["all good: 1 2 3 4 5 6 7 8 9 10 11 12", false],
    [" \n ", false],
  ])("is taken for notes: %j, %s", async (answer, isTaken) => {
    const { text } = await write(() => answer);
    expect(text).toBe(isTaken ? answer : undefined);
  });

  it("says why it is not taken", async () => {
    const why = async (answer: string, replaces = 5_000) =>
      (await write(() => answer, { options: { replaces } })).failed[0];
    expect(await why("")).toBe("sample/sample-1: The answer was empty.");
    expect(await why("ok")).toBe("sample/sample-1: The answer was no summary.");
    const tokens = textTokens(sampleNotes);
    expect(await why(sampleNotes, tokens)).toBe(
      "sample/sample-1: The answer was longer than what it was to replace.",
    );
    expect(await why(sampleNotes, tokens + 1)).toBeUndefined();
  });

  it("gets headings of the third order, and no space around it", async () => {
    const { text } = await write(
      () => "\n# Goal\nTo work # hard\n## Done\nSome of it\n### Open\n#### All\n##none\n",
    );
    expect(text).toBe("### Goal\nTo work # hard\n### Done\nSome of it\n### Open\n#### All\n##none");
  });

  it("is clipped by its sections, each keeping its share", async () => {
    const section = (name: string, words: number) =>
      `### ${name}\n${Array.from({ length: words }, (_, at) => `${name}${at}`).join(" ")}`;
    const answer = [section("Goal", 100), section("Done", 400), section("Open", 200)].join("\n");
    for (const budget of [200, 500]) {
      const { text = "" } = await write(() => answer, { options: { budget } });
      expect(textTokens(text)).toBeLessThanOrEqual(budget);
      expect(textTokens(text)).toBeGreaterThan(budget * 0.7);
      const sizes = text.split(/\n(?=### )/).map((part) => textTokens(part));
      expect(sizes).toHaveLength(3);
      const [goal = 0, done = 0, open = 0] = sizes;
      expect(done / goal).toBeGreaterThan(2.5);
      expect(open / goal).toBeGreaterThan(1.3);
    }
    const exact = await write(() => answer, { options: { budget: textTokens(answer) } });
    expect(exact.text).toBe(answer);
  });
});
