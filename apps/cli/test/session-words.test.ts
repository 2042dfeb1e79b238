import { readAge, readLimit } from "@skein/command-line";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sessionName } from "@skein/host/sessions";
import { entryNumber } from "../src/arguments/entry-number.ts";

const now = Date.UTC(2026, 10, 20, 12);

describe("an age", () => {
  it("is counted back from now, or is a day", () => {
    expect(readAge("since", "7d", now)).toBe(now - 7 * 86_400_000);
    expect(readAge("since", "1h30m", now)).toBe(now - 5_400_000);
    expect(readAge("since", "2026-01-31", now)).toBe(new Date(2026, 0, 31).getTime());
  });

  it.each(["yesterday", "7", "", "2026-02-30", "2026-13-01", "-7d"])("is not %j", (text) => {
    expect(() => readAge("since", text, now)).toThrow(`--since cannot be "${text}"`);
  });
});

describe("numbers", () => {
  it("of entries are whole and above zero, whatever is typed", () => {
    checkProperty(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String)), (text) => {
        const isSeq = /^[1-9]\d*$/.test(text) && text.length < 16;
        expect(seqOf(text)).toBe(isSeq ? Number(text) : "--to cannot be");
      }),
    );
  });

  it("of a limit may be 0, which is none", () => {
    expect([readLimit(undefined), readLimit("0"), readLimit("7")]).toEqual([20, Infinity, 7]);
    for (const text of ["-1", "x", "", "1.5"]) expect(() => readLimit(text)).toThrow("--limit cannot be");
  });
});

describe("a name", () => {
  it("is one line of a sane length", () => {
    expect(sessionName("  the  flaky\n test ")).toBe("the flaky test");
    expect(() => sessionName(" \n ")).toThrow("needs a letter");
    expect(() => sessionName("x".repeat(201))).toThrow("too long");
  });
});

function seqOf(text: string): number | string {
  try {
    return entryNumber("to", text);
  } catch (error) {
    return (error as Error).message.slice(0, "--to cannot be".length);
  }
}
