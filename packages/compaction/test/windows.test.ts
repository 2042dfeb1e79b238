import { describe, expect, it } from "vitest";
import { sampleModel, sampleSession, viewOf, type SampleView } from "../src/conformance/index.ts";
import { createCompaction, usedTokens } from "../src/index.ts";

const signal = new AbortController().signal;
const journal = sampleSession([
  { user: "Fix the build." },
  ...Array.from({ length: 20 }, (_, index) => ({
    said: `Step ${index}.`,
    results: ["some output of a command\n".repeat(60)],
  })),
]);
const used = usedTokens(viewOf(journal));

async function acts(compaction: ReturnType<typeof createCompaction>, view: SampleView): Promise<boolean> {
  return (await compaction.plan(viewOf(journal, view), signal)).entries.length > 0;
}

describe("the window that is gone by", () => {
  const refused: SampleView = { cause: "overflow", overflows: 1 };

  it("is the one that is said, after one refusal: that may have had another reason", async () => {
    const compaction = createCompaction();
    expect(await acts(compaction, { ...refused, window: 200_000 })).toBe(true);
    expect(await acts(compaction, { window: 200_000 })).toBe(false);
  });

  it("is what was refused, from the second refusal on, for this model alone", async () => {
    const compaction = createCompaction();
    for (let time = 0; time < 2; time++) await acts(compaction, { ...refused, window: 200_000 });
    expect(await acts(compaction, { window: 200_000 })).toBe(true);
    expect(await acts(compaction, { window: 200_000, model: { ...sampleModel, id: "other" } })).toBe(false);
  });

  it("counts refusals in a row as one", async () => {
    const compaction = createCompaction();
    for (const overflows of [1, 2, 3]) await acts(compaction, { ...refused, overflows, window: 200_000 });
    expect(await acts(compaction, { window: 200_000 })).toBe(false);
  });

  it("is what was refused at once where none is said", async () => {
    const compaction = createCompaction();
    expect(await acts(compaction, {})).toBe(false);
    await acts(compaction, refused);
    expect(await acts(compaction, {})).toBe(true);
  });

  it("is never less than what was taken", async () => {
    const compaction = createCompaction();
    const request = journal.findLast((entry) => entry.kind === "model-request")?.seq ?? 0;
    const taken = { request, inputTokens: used * 3, outputTokens: 10 };
    await acts(compaction, { measured: taken, window: 200_000 });
    for (let time = 0; time < 3; time++) await acts(compaction, { ...refused, window: 200_000 });
    expect(await acts(compaction, { window: 200_000, measured: { ...taken, inputTokens: used } })).toBe(
      false,
    );
  });
});
