import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effectiveEntries, isEffectiveAfter, type Entry } from "../src/index.ts";

/** A journal of notices and rewinds; each step is how far back a rewind goes, 0 for a notice. */
const journals = fc.array(fc.nat(12), { maxLength: 40 }).map((steps) =>
  steps.map((back, at): Entry => {
    const head = { v: 1, seq: at + 1, at: 0, run: null };
    return back === 0 || back > at
      ? { ...head, kind: "notice", audience: "user", level: "info", text: `${at}` }
      : { ...head, kind: "rewind", to: at + 1 - back };
  }),
);

describe("the entries that stand", () => {
  it("are those of the journal as it was at the place the last rewind went to", () => {
    checkProperty(
      fc.property(journals, (entries) => {
        const last = entries.at(-1);
        const before = last?.kind === "rewind" ? last.to : entries.length - 1;
        const end = last === undefined || last.kind === "rewind" ? [] : [last];
        expect(effectiveEntries(entries)).toEqual([
          ...effectiveEntries(entries.slice(0, Math.max(0, before))),
          ...end,
        ]);
      }),
    );
  });

  it("are known by their number and the rewinds alone", () => {
    checkProperty(
      fc.property(journals, (entries) => {
        const stands = isEffectiveAfter(entries.filter((entry) => entry.kind === "rewind"));
        const kept = entries.filter((entry) => entry.kind !== "rewind" && stands(entry.seq));
        expect(kept).toEqual(effectiveEntries(entries));
      }),
    );
  });

  it("come back when the rewind is rewound", () => {
    checkProperty(
      fc.property(journals, fc.nat(), (entries, cut) => {
        const end = entries.length;
        const undo: Entry = { v: 1, seq: end + 1, at: 0, run: null, kind: "rewind", to: cut % (end + 1) };
        const redo: Entry = { v: 1, seq: end + 2, at: 0, run: null, kind: "rewind", to: end };
        expect(effectiveEntries([...entries, undo, redo])).toEqual(effectiveEntries(entries));
      }),
    );
  });

  it("takes no notice of a rewind that goes nowhere", () => {
    const notice: Entry = {
      v: 1,
      seq: 1,
      at: 0,
      run: null,
      kind: "notice",
      audience: "user",
      level: "info",
      text: "",
    };
    expect(effectiveEntries([notice, { v: 1, seq: 2, at: 0, run: null, kind: "rewind", to: 9 }])).toEqual([
      notice,
    ]);
  });
});
