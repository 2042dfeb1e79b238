import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { userWords } from "../src/summary/user-words.ts";
import { textTokens } from "../src/tokens/estimate.ts";

const messages = fc
  .array(fc.oneof(fc.lorem({ maxCount: 30 }), fc.lorem({ maxCount: 200 }), fc.string({ minLength: 1 })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((texts) => texts.map((text, index) => ({ seq: index + 1, text: `${index} ${text}` })));

describe("the words of the user", () => {
  it("are whole and in order when they fit", () => {
    checkProperty(
      fc.property(messages, (said) => {
        const text = userWords(said, 1e9);
        let from = 0;
        for (const { seq, text: words } of said) {
          const at = text.indexOf(`[${seq}] ${words.trim()}`, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at;
        }
      }),
    );
  });

  it("never take more than they may, down to a few tokens for each", () => {
    checkProperty(
      fc.property(messages, fc.integer({ min: 60, max: 4_000 }), (said, budget) => {
        expect(textTokens(userWords(said, budget))).toBeLessThanOrEqual(budget);
      }),
    );
  });

  it("keep a line and a number of each where lines fit", () => {
    const said = Array.from({ length: 40 }, (_, index) => ({
      seq: index + 1,
      text: `Topic${index} ${"words and words. ".repeat(60)}`,
    }));
    const text = userWords(said, 1_500);
    for (const { seq } of said) expect(text).toContain(`[${seq}] Topic${seq - 1}`);
  });

  it("clip a huge message first, and keep its sentences that sound like rules", () => {
    const pasted = `Here is the log.\n${"GET /health took 3 units of time\n".repeat(900)}Never restart the database.\n${"GET /ready took 2 units\n".repeat(900)}What is wrong?`;
    const said = [
      { seq: 1, text: "Use tabs." },
      { seq: 2, text: pasted },
      { seq: 3, text: "Go on." },
    ];
    const text = userWords(said, 1_000);
    expect(text).toContain("[1] Use tabs.\n");
    expect(text).toContain("Never restart the database.");
    expect(text).toContain("What is wrong?");
    expect(text).toContain("[3] Go on.");
  });

  it("give up chat before rules, and old before new", () => {
    const chat = (seq: number) => ({
      seq,
      text: `I looked at part ${seq}. ${"It seems fine to me so far. ".repeat(12)}`,
    });
    const rule = { seq: 1, text: "You must always write the changelog in German, with one line a change." };
    const said = [rule, ...Array.from({ length: 30 }, (_, index) => chat(index + 2))];
    const text = userWords(said, 2_200);
    expect(text).toContain(rule.text);
    expect(text.split("\n").find((line) => line.startsWith("[2]"))).toMatch(/…$/);
    expect(text).toContain(chat(31).text.trim());
  });

  it("name what was said again and again once", () => {
    const said = [2, 5, 9].map((seq) => ({ seq, text: "continue" }));
    expect(userWords(said, 500)).toBe("[2, 5, 9] continue");
  });
});
