import { describe, expect, it } from "vitest";
import { comparedLiterals, importsOf, readSource } from "../source.ts";

const specifiers = (text: string) => importsOf(readSource(text)).map(({ specifier }) => specifier);
const compared = (text: string) => comparedLiterals(readSource(text)).map(({ value }) => value);

describe("reading imports", () => {
  it.each([
    ['import { a } from "x";'],
    ['import type { A } from "x";'],
    ['import a, {\n  b,\n} from "x";'],
    ['import "x";'],
    ['export * from "x";'],
    ['export type { A } from "x";'],
    ['const a = await import("x");'],
    ["const a = import(`x`);"],
    ['type A = import("x").A;'],
    ['const a = require("x");'],
    ['const a = import.meta.resolve("x");'],
  ])("finds %s", (text) => expect(specifiers(text)).toEqual(["x"]));

  it.each([
    ['// import a from "x";'],
    ['/* import a from "x"; */'],
    ["const a = 'import b from \"x\";';"],
    ['const a = `import b from "x";`;'],
    ['const a = /import b from "x"/;'],
    ['const a = { from: "x" };'],
    ["const a = import(`${name}`);"],
  ])("ignores %s", (text) => expect(specifiers(text)).toEqual([]));

  it("goes on after templates, divisions and regular expressions", () => {
    const text =
      'const a = `1 ${b ? `2 ${c}` : { d: "`" }} 3`, e = f / 2 / g, h = /[/"`]/.test(i);\nimport "x";';
    expect(specifiers(text)).toEqual(["x"]);
  });
});

describe("reading comparisons", () => {
  it.each([
    ['if (a === "v") b();'],
    ['if ("v" !== a) b();'],
    ['switch (a) { case "v": b(); }'],
    ['a.startsWith("v");'],
    ['a?.includes("v");'],
    ['["v", a].includes(b);'],
    ["/v/.test(a);"],
    ["a === `v`;"],
  ])("finds %s", (text) => expect(compared(text)).toEqual(["v"]));

  it.each([
    ['const a = "v";'],
    ['call("v");'],
    ['const a = { v: "v" };'],
    ['// a === "v"'],
    ['const a = ["v"];'],
  ])("ignores %s", (text) => expect(compared(text)).toEqual([]));
});
