import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createUniqueIds, legalIds, legalName, ownNames } from "../src/index.ts";

const rule = { illegal: /[^a-zA-Z0-9_-]/g, maxLength: 64 };

describe("ids", () => {
  it("that fit stay, those that come again are counted, foreign ones are made to fit", () => {
    const id = createUniqueIds(legalIds(rule));
    expect(["a", "a", "a_2", "", "日本", "a"].map(id)).toEqual(["a", "a_2", "a_2_2", "call", "__", "a_3"]);
  });

  it("are legal and unlike, and depend on the ones before alone", () => {
    const ids = fc.array(
      fc.oneof(fc.string(), fc.constantFrom("", "a", "a_2", "x".repeat(70), `y${"x".repeat(70)}`)),
    );
    checkProperty(
      fc.property(ids, fc.nat(20), (received, length) => {
        const given = received.map(createUniqueIds(legalIds(rule)));
        expect(new Set(given).size).toBe(received.length);
        for (const one of given) expect(one).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(received.slice(0, length).map(createUniqueIds(legalIds(rule)))).toEqual(
          given.slice(0, length),
        );
      }),
    );
  });

  it("keep the end of long ones, where they differ", () => {
    const id = legalIds({ ...rule, maxLength: 8 });
    expect([id("toolu_0000001", 1), id("toolu_0000001", 2)]).toEqual(["_0000001", "_00000_2"]);
  });

  it("that are one and the same, ten thousand times, are not counted from the start each time", () => {
    let formed = 0;
    const id = createUniqueIds((same, count) => (formed++, `${same}_${count}`));
    for (let count = 0; count < 10_000; count++) id("constant");
    expect(formed).toBeLessThan(30_000);
  });
});

describe("names of tools", () => {
  const wireName = (name: string): string => legalName(name, rule);

  it("that fit stay; others are legal, different, and found again", () => {
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "admin.tools.list",
        "admin_tools.list",
        "日本 tool",
        `${"x".repeat(70)}a`,
        `${"x".repeat(70)}b`,
      ),
    );
    expect(wireName("read_file-2")).toBe("read_file-2");
    checkProperty(
      fc.property(fc.uniqueArray(name, { maxLength: 20 }), (names) => {
        const sent = names.map(wireName);
        for (const one of sent) expect(one).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        const own = ownNames(
          names.map((tool) => ({ name: tool, description: "", inputSchema: {} })),
          wireName,
        );
        expect(sent.map(own)).toEqual(names);
      }),
    );
  });

  it("that are of no tool stay as the model wrote them", () => {
    expect(ownNames([], wireName)("made up")).toBe("made up");
  });
});
