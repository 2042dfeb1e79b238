import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ConfigError } from "@skein/protocol";
import { readForeignSession } from "../../src/import/index.ts";
import type { ImportWarning } from "../../src/import/json-lines.ts";
import type { Step } from "../../src/import/steps.ts";
import { writeJournal } from "../../src/import/write-journal.ts";
import { anySteps } from "./generated-steps.ts";
import { lawBreaks } from "./journal-laws.ts";
import { sampleBytes, sampleNames, samples } from "./samples.ts";

const head = { id: "s", cwd: "/", format: "pi", childIds: new Map<string, string>() };

describe("a journal", () => {
  it("is lawful whatever happened in whatever order", () => {
    checkProperty(
      fc.property(anySteps, (steps) => {
        const warnings: ImportWarning[] = [];
        expect(lawBreaks(writeJournal(head, { steps }, warnings))).toEqual([]);
      }),
      { numRuns: 250 },
    );
  });

  it("gives each call at most one of the results, and warns of every other", () => {
    checkProperty(
      fc.property(anySteps, (steps) => {
        const warnings: ImportWarning[] = [];
        const entries = writeJournal(head, { steps }, warnings);
        const given = entries.filter(
          (entry) =>
            entry.kind === "tool-result" && entry.content.some((part) => "text" in part && part.text === "r"),
        );
        const found = steps.filter(({ does }) => does === "result");
        expect(given.length).toBeLessThanOrEqual(found.length);
        expect(given.length + warnings.length).toBe(found.length);
      }),
      { numRuns: 250 },
    );
  });

  it("gives a result to the latest reply with such a call, and none to a reply that never ended", () => {
    const reply = (isCutOff: boolean) =>
      ({
        does: "reply",
        content: [{ type: "tool-call", id: "a", name: "t", input: {} }],
        asked: { provider: "p", model: "m" },
        isCutOff,
      }) as const;
    const result = { does: "result", callId: "a", content: [] } as const;
    const failures = (steps: readonly Step[], warnings: ImportWarning[] = []) =>
      writeJournal(head, { steps }, warnings).flatMap((entry) =>
        entry.kind === "tool-result" ? [[entry.callId, entry.failure?.kind]] : [],
      );
    expect(failures([reply(false), reply(false), result])).toEqual([
      ["a", "unknown-outcome"],
      ["a-2", undefined],
    ]);
    const warnings: ImportWarning[] = [];
    expect(failures([reply(true), result], warnings)).toEqual([]);
    expect(warnings).toEqual([{ message: 'There is a result of the call "a", but no such call.' }]);
  });

  it("is not changed by the order in which the results of a reply come", () => {
    const call = (id: string) => ({ type: "tool-call", id, name: "t", input: {} }) as const;
    const result = (callId: string) => ({ does: "result", callId, content: [] }) as const;
    const reply = {
      does: "reply",
      content: [call("a"), call("b"), call("a")],
      asked: { provider: "p", model: "m" },
    } as const;
    const ids = (...order: readonly string[]) =>
      writeJournal(head, { steps: [reply, ...order.map(result)] }, []).flatMap((entry) =>
        entry.kind === "tool-result" ? [entry.callId] : [],
      );
    expect(ids("a", "b", "a").toSorted()).toEqual(["a", "a-2", "b"]);
    expect(ids("b", "a", "a")).toEqual(["b", "a", "a-2"]);
  });
});

describe.each(sampleNames)("%s, damaged", (name) => {
  const text = sampleBytes(name).toString();
  const lines = text.split("\n");

  /** What is wrong with what is made of it. To be refused is right, with an error that names the file. */
  const breaksOf = (damaged: string): string[] => {
    try {
      return lawBreaks(readForeignSession(samples[name], damaged, { name }).entries);
    } catch (error) {
      if (!ConfigError.is(error)) throw error;
      return error.code === "unreadable" && error.message.includes(name) && error.hint ? [] : [error.message];
    }
  };

  it("is read or refused, wherever it is cut", () => {
    checkProperty(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        expect(breaksOf(text.slice(0, Math.round(text.length * share)))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it("is read or refused with lines lost, twice there and in another order", () => {
    const place = fc.integer({ min: 0, max: lines.length - 1 });
    checkProperty(
      fc.property(fc.array(place, { maxLength: lines.length }), (order) => {
        expect(breaksOf(order.map((at) => lines[at]).join("\n"))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("is read or refused when fields hold something else", () => {
    const other = fc.constantFrom(
      '"__proto__"',
      "7",
      "null",
      "[]",
      "{}",
      '"constructor"',
      "-1",
      '[{"type":7}]',
    );
    checkProperty(
      fc.property(fc.nat(), other, (at, value) => {
        const values = [...text.matchAll(/:\s*("(?:[^"\\]|\\.)*"|\d+|true|false|null)/g)];
        const found = values[at % values.length];
        const start = (found?.index ?? 0) + (found?.[0].length ?? 0) - (found?.[1]?.length ?? 0);
        expect(
          breaksOf(text.slice(0, start) + value + text.slice(start + (found?.[1]?.length ?? 0))),
        ).toEqual([]);
      }),
      { numRuns: 120 },
    );
  });
});
