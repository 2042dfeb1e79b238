import { memoryJournal, extractText } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { sampleSession } from "../src/conformance/index.ts";
import { aroundOf } from "../src/recall/pages.ts";
import { recallExtension } from "../src/index.ts";
import { userWords } from "../src/summary/user-words.ts";
import { textTokens } from "../src/tokens/estimate.ts";

const journal = sampleSession([
  { user: "First question.", said: "I look.", results: ["one", "two"] },
  { user: "Second question.", results: [`${"three ".repeat(60)}\n end`] },
  { user: "Third question." },
]);

describe("what stood around an entry", () => {
  it("is found by a call's id as by the entry's number, in lines", () => {
    const byCall = aroundOf(journal, "call_3", 3);
    expect(byCall).toBe(aroundOf(journal, "11", 3));
    expect(byCall).toContain("Second question.");
    expect(byCall).toContain("three three");
    expect(byCall).not.toContain("First question.");
    for (const line of byCall.split("\n")) expect(line).toMatch(/^\[\d+\] [\w-]+(?: \w+)?: .{1,160}$/);
  });

  it("is nothing for an id that is not there", async () => {
    expect(aroundOf(journal, "call_9", 3)).toBe("");
    const store = memoryJournal();
    await store.append("session", 0, journal);
    const recall = recallExtension((session, from, kinds) => store.read(session, from, kinds));
    const outcome = await recall.callTool(
      "recall",
      { id: "call_9", around: 3 },
      {
        session: "session",
        callId: "c",
        cwd: "/",
        signal: new AbortController().signal,
        progress: () => undefined,
        callFolder: undefined,
      },
    );
    expect("content" in outcome ? extractText(outcome.content) : outcome.kind).not.toContain("question");
  });
});

it("where not even lines fit, rules come first, and the room that is left is for the newest", () => {
  const said = Array.from({ length: 40 }, (_, index) => ({
    seq: index + 1,
    text: index % 20 === 0 ? `Never touch file number ${index}.` : `I looked at file number ${index}.`,
  }));
  const shown = userWords(said, 110);
  expect(shown).toContain("Never touch file number 0.");
  expect(shown).toContain("Never touch file number 20.");
  expect(shown).toContain("I looked at file number 39.");
  const missing = said.filter(({ text }) => !shown.includes(text)).length;
  expect(shown).toContain(`(${missing} more messages of the user are left out here.)`);
  expect(textTokens(shown)).toBeLessThanOrEqual(110);
  // Not even one more would have fitted.
  expect(110 - textTokens(shown)).toBeLessThan(2 * textTokens("[39] I looked at file number 39."));
});
