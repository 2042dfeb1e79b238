import type { Redactor } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { createDeltaRedactor } from "../src/replies/delta-redactor.ts";

describe("deltas that are kept from telling a secret", () => {
  /** Holds back everything from "<" on, until the end. */
  const redactor: Redactor = {
    redact: (text) => text,
    restore: (text) => text,
    stream() {
      let held = "";
      return {
        push(piece) {
          const all = held + piece;
          const at = all.includes("<") ? all.indexOf("<") : all.length;
          held = all.slice(at);
          return all.slice(0, at);
        },
        end: () => held.replace("<", "("),
      };
    },
  };
  const delta = (part: number, words: string) => ({ type: "text-delta", part, delta: words }) as const;

  it("hold back what may be one, and tell it at the end of the part, once", () => {
    const told = createDeltaRedactor(redactor);
    expect(told.push(delta(0, "a<b"))).toEqual(delta(0, "a"));
    expect(told.push(delta(0, "c"))).toBeUndefined();
    expect(told.endPart(0)).toEqual(delta(0, "(bc"));
    expect(told.endPart(0)).toBeUndefined();
    expect(told.push(delta(1, "d"))).toEqual(delta(1, "d"));
    expect(told.endPart(1)).toBeUndefined();
    expect(told.end()).toEqual([]);
  });

  it("tell the rest of all open parts in their order, or forget it", () => {
    const told = createDeltaRedactor(redactor);
    told.push(delta(2, "<two"));
    told.push(delta(1, "<one"));
    told.push(delta(3, "three"));
    expect(told.end()).toEqual([delta(1, "(one"), delta(2, "(two")]);
    told.push(delta(0, "<gone"));
    told.drop();
    expect(told.end()).toEqual([]);
  });

  it("pass as they are without a redactor", () => {
    const told = createDeltaRedactor(undefined);
    expect(told.push(delta(0, ""))).toEqual(delta(0, ""));
    expect(told.end()).toEqual([]);
  });
});
