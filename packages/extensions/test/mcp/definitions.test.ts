import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mountExtensions } from "../../src/index.ts";
import { claimsOf } from "../../src/mcp/tools/claims.ts";
import { ownNames } from "../../src/mcp/own-names.ts";
import { says, torture, using } from "./workshop.ts";

const legal = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

describe("the tools of a server", () => {
  it("have legal names of their own, and calls reach the right one by the server's name", async () => {
    await using extension = using(torture("odd-definitions"));
    const tools = await extension.tools();
    const names = tools.map(({ name }) => name);
    expect(names.filter((name) => !legal.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(tools.find(({ description }) => description === "plain")?.name).toBe("a_b");
    const dotted = tools.find(({ description }) => description === "dotted")?.name ?? "";
    expect(await says(extension, dotted, { x: 1 })).toBe('["a.b",{"x":1}]');
    expect(await says(extension, "a_b")).toBe('["a_b",{}]');
    const long = names.find((name) => name.startsWith("nnn")) ?? "";
    expect(await says(extension, long)).toBe(JSON.stringify(["n".repeat(300), {}]));
  });

  it("are not believed when they call themselves harmless", async () => {
    await using extension = using(torture("odd-definitions"));
    const tools = await extension.tools();
    expect(new Set(tools.map(({ effect, repeat }) => `${effect} ${repeat}`))).toEqual(
      new Set(["unknown once"]),
    );
  });

  it("are shown with what they claim, in our words, for the person who decides", async () => {
    await using extension = using(torture("odd-definitions"));
    const tools = await extension.tools();
    const hidden = tools.find(({ name }) => name === "hidden");
    expect(hidden?.claims).toBe("it only reads, repeating a call changes nothing more");
    expect(tools.filter(({ claims }) => claims !== undefined)).toEqual([hidden]);
    const annotations = {
      title: "Wipe\u001b[2J",
      destructiveHint: true,
      openWorldHint: false,
      readOnlyHint: "yes",
    };
    expect(claimsOf({ annotations })).toBe(
      String.raw`"Wipe\x1b[2J", it may destroy data, it stays within its own system`,
    );
    expect(claimsOf({ annotations: "harmless" })).toBeUndefined();
  });

  it("show what they hide", async () => {
    await using extension = using(torture("odd-definitions"));
    const hidden = (await extension.tools()).find(({ name }) => name === "hidden");
    expect(hidden?.description).toBe("Adds.\n\\x1b[8mSecret orders\\x1b[0m\\u{200b}\\u{e0041}");
    expect(extension.instructions).toContain("Hidden \\u{e0041}\\u{202e}text.");
  });

  it("cost bounded room: long instructions are clipped, a tool with an endless schema is left out", async () => {
    await using extension = using(torture("odd-definitions"));
    const names = (await extension.tools()).map(({ name }) => name);
    expect(names).not.toContain("giant_schema");
    expect(Buffer.byteLength(extension.instructions ?? "")).toBeLessThan(9_000);
    expect(extension.instructions).toMatch(/\(4 more tools of this server are left out/);
  });

  it("take an object when their schema is missing", async () => {
    await using extension = using(torture("odd-definitions"));
    expect(await says(extension, "no_schema", { x: 1 })).toBe('["no_schema",{"x":1}]');
    const [tool] = await extension.tools();
    expect(tool?.check([1])).toEqual({ ok: false, issues: ["expected an object"] });
  });

  it("with invalid schemas are repaired, or left out with one notice that names the place", async () => {
    const notices: string[] = [];
    const onNotice = (sentence: string) => void notices.push(sentence);
    await using extension = using(torture("bad-schemas", [], { onNotice }));
    const tools = await extension.tools();
    expect(Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema]))).toEqual({
      draft4: { type: "object", properties: { days: { type: "integer", exclusiveMinimum: 0 } } },
      good: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      marked: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      untyped: { type: "object", properties: { city: {} } },
    });
    expect(notices).toEqual([
      [
        'The extension "bad-schemas" has tools with invalid input schemas, which are left out:',
        '  "dangling": #/properties/city/$ref leads to nothing: "#/definitions/City"',
        '  "unnamed": #/properties has a property without a name',
      ].join("\n"),
    ]);
    expect(await says(extension, "marked", { city: "Oslo" })).toBe('["marked",{"city":"Oslo"}]');
    expect(await says(extension, "marked")).toContain("city: missing");
    expect(await says(extension, "draft4", { days: 0 })).toContain("days");
    expect(await says(extension, "dangling")).toContain('There is no tool "dangling"');
  });

  it("get names that are legal, different and lasting, whatever they are called", () => {
    const raw = fc.uniqueArray(
      fc.oneof(fc.string(), fc.constantFrom("a", "a.b", "a_b", "a b", "x".repeat(99))),
    );
    checkProperty(
      fc.property(raw, raw, (first, second) => {
        const names = ownNames("server");
        const given = names.namesOf(first);
        expect(given.every((name) => legal.test(name))).toBe(true);
        expect(new Set(given).size).toBe(first.length);
        expect(first.every((name, index) => !legal.test(name) || given[index] === name)).toBe(true);
        names.namesOf(second);
        expect(names.namesOf(first)).toEqual(given);
      }),
    );
  });
});

describe("a server that lists its tools in another order at its next start", () => {
  it("is told to the model in the same bytes, also where names had to be changed", async () => {
    const names = ["look", "a b", "a.b", "a_b", "z"];
    const told = async (order: readonly string[]) => {
      await using extension = using(torture("other-order", [order.join(",")]));
      await using mounted = await mountExtensions([extension]);
      const tools = await mounted.extensions[0]!.tools();
      return JSON.stringify(
        tools.map(({ name, description, inputSchema }) => [name, description, inputSchema]),
      );
    };
    const [one, other, third] = await Promise.all([
      told(names),
      told(names.toReversed()),
      told(["a.b", "z", "a_b", "look", "a b"]),
    ]);
    expect(other).toBe(one);
    expect(third).toBe(one);
  });
});

describe("a tool that a provider may reject", () => {
  it.each([
    [false, true],
    [true, undefined],
  ])(
    "can be left out of a mounted extension unless that is required (%s)",
    async (required, canBeLeftOut) => {
      await using extension = using(torture("bad-schemas"));
      await using mounted = await mountExtensions([{ extension, required, isForeign: true }]);
      const tools = await mounted.extensions[0]!.tools();
      expect(tools.map((tool) => tool.canBeLeftOut)).toEqual(tools.map(() => canBeLeftOut));
      expect(tools.map(({ name }) => name)).toContain("bad-schemas__good");
    },
  );
});
