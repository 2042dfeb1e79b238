import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costs } from "@skein/sessions";
import { diffHunks } from "../../src/export/report/line-diff.ts";
import { report } from "../../src/export/report/report.ts";
import { timeShares, type Span } from "../../src/export/report/time-shares.ts";
import { journal } from "@skein/test-kit/generated";
import { richEntries, richSession } from "./rich-session.ts";

describe("a report", () => {
  it("shares a turn's time out without a gap or an overlap", () => {
    const span: fc.Arbitrary<Span> = fc
      .record({
        on: fc.constantFrom("model" as const, "tools" as const, "people" as const),
        from: fc.nat(1000),
        length: fc.nat(300),
      })
      .map(({ on, from, length }) => ({ on, from, to: from + length }));
    checkProperty(
      fc.property(fc.array(span), fc.nat(500), fc.nat(800), (spans, from, length) => {
        const { model, tools, people, other } = timeShares(from, from + length, spans);
        expect(model + tools + people + other).toBe(length);
        expect(Math.min(model, tools, people, other)).toBeGreaterThanOrEqual(0);
        const alone = timeShares(
          from,
          from + length,
          spans.filter(({ on }) => on === "model"),
        );
        expect(alone.tools + alone.people).toBe(0);
      }),
    );
  });

  it("counts parallel calls once, and waiting for a person as that", () => {
    const { turns } = report(richSession, richEntries);
    // 09:30:02.926 the command is asked about, 07.100 allowed, 07.110 to 09.310 it runs.
    expect(turns[0]?.time).toMatchObject({ people: 4174, tools: 19 + 2200 + 15 - 14 });
  });

  it("shows each call once, and costs that add up", () => {
    checkProperty(
      fc.property(journal, (entries) => {
        const told = report("s", entries);
        const items = told.turns.flatMap((turn) => turn.items);
        const calls = items.filter((item) => item.type === "call").map(({ id }) => id);
        const made = entries.flatMap((entry) =>
          entry.kind === "assistant-message" && !entry.partial
            ? entry.content.flatMap((part) => (part.type === "tool-call" ? [part.id] : []))
            : [],
        );
        expect(calls).toEqual(made);
        const sum = (some: readonly { readonly costUsd: number }[]) =>
          some.reduce((total, { costUsd }) => total + costUsd, 0);
        expect(sum(told.purposes)).toBeCloseTo(costs(entries).costUsd);
        expect(sum(told.turns.map(({ spent }) => spent))).toBeCloseTo(costs(entries).costUsd);
      }),
    );
  });

  it("marks what was undone, and nothing else", () => {
    const { turns } = report(richSession, richEntries);
    const rewound = turns.map(({ items }) => items.filter(({ isRewound }) => isRewound).length > 0);
    expect(rewound).toEqual([false, true, false]);
  });
});

describe("a diff", () => {
  const texts = fc
    .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 })
    .map((lines) => lines.join("\n"));

  it("makes the one text of the other, and says how much it leaves out between", () => {
    checkProperty(
      fc.property(texts, texts, (before, after) => {
        const old = linesOf(before);
        const [made, said, stood]: [string[], string[], (string | undefined)[]] = [[], [], []];
        let at = 0;
        for (const { skipped, lines } of diffHunks(before, after)) {
          made.push(...old.slice(at, at + skipped));
          at += skipped;
          for (const { mark, text } of lines) {
            if (mark !== "-") made.push(text);
            if (mark === "+") continue;
            said.push(text);
            stood.push(old[at++]);
          }
        }
        expect([...made, ...old.slice(at)]).toEqual(linesOf(after));
        expect(said).toEqual(stood);
      }),
    );
  });

  it("of two large files that have nothing in common is both of them", () => {
    const many = (word: string) => Array.from({ length: 30_000 }, (_, line) => `${word} ${line}`).join("\n");
    const [hunk] = diffHunks(many("old"), many("new"));
    expect(hunk?.lines).toHaveLength(60_000);
  });
});

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
