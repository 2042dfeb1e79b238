import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { needleIndex } from "../src/needle-index.ts";

const needle = fc.string({ unit: fc.constantFrom("a", "b", "ü"), minLength: 8, maxLength: 20 });
const sharing = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 16 }).map((end) => `abababab${end}`);
const needles = fc.array(fc.oneof(needle, sharing), { maxLength: 8 });
const haystack = fc.string({ unit: fc.constantFrom("a", "b", "ü", "c", "\0"), maxLength: 80 });

const indexOf = (all: readonly string[]) => {
  const index = needleIndex();
  for (const one of all) index.add(one, one);
  return index;
};

describe("the index of needles", () => {
  it("finds the first, and of those the longest", () => {
    checkProperty(
      fc.property(needles, fc.array(fc.oneof(haystack, needle, sharing)), fc.nat(40), (all, parts, from) => {
        const text = parts.join("") + (all[0] ?? "");
        const starts = all.map((one) => text.indexOf(one, from)).filter((start) => start !== -1);
        const start = Math.min(...starts);
        const longest = all
          .filter((one) => text.startsWith(one, start))
          .toSorted((a, b) => b.length - a.length)[0];
        const hit = indexOf(all).next(text, from);
        const wanted = { start, end: start + (longest ?? "").length, replacement: longest };
        expect(hit).toEqual(longest === undefined ? undefined : wanted);
      }),
      { numRuns: 500 },
    );
  });

  it("says from where more text could matter", () => {
    checkProperty(
      fc.property(needles, haystack, fc.nat(100), fc.nat(12), (all, before, from, taken) => {
        const text = before + (all[0] ?? "").slice(0, taken);
        const isOpen = (at: number) =>
          all.some((one) => one.length > text.length - at && one.startsWith(text.slice(at)));
        const places = Array.from({ length: text.length }, (_, at) => at);
        const first = places.find((at) => at >= from && isOpen(at)) ?? text.length;
        expect(indexOf(all).openFrom(text, from)).toBe(first);
      }),
      { numRuns: 500 },
    );
  });

  it("finds each of many, and those that came before them", () => {
    const long = (at: number) => `needle ${at} of very many`;
    const all = Array.from({ length: 1_200 }, (_, at) => long(at));
    const index = indexOf(all.slice(0, 999));
    const found = (one: string) => index.next(`x${one}x`, 0)?.replacement;
    expect(all.slice(0, 999).filter((one) => found(one) !== one)).toEqual([]);
    index.add("eight ch", "eight ch");
    for (const one of all.slice(999)) index.add(one, one);
    expect([...all, "eight ch"].filter((one) => found(one) !== one)).toEqual([]);
  });

  it("keeps the first replacement", () => {
    const index = needleIndex();
    expect(index.add("abcdefgh", "1")).toBe(true);
    expect(index.add("abcdefghij", "2")).toBe(true);
    expect(index.add("abcdefgh", "3")).toBe(false);
    expect(index.next("xabcdefghi", 0)).toEqual({ start: 1, end: 9, replacement: "1" });
  });
});
