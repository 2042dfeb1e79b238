import { describe, expect, it } from "vitest";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import {
  analyzeSource,
  languageOf,
  languages,
  type CodeAnalysis,
  type Language,
} from "../../src/code-analysis/index.ts";
import { samples } from "./samples.ts";

describe("analyzeSource", () => {
  it.each(Object.entries(samples))(
    "finds what is declared, called and imported in %s",
    async (name, source) => {
      expect(listed(await analysis(name, source))).toMatchSnapshot();
    },
  );

  it("has a sample for every language", () => {
    const shown = new Set(Object.keys(samples).map((name) => languageOf(name)?.name));
    expect(languages.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });

  it("knows what a use is within, and which uses are calls", async () => {
    const { uses, symbols } = await analysis(
      "a.ts",
      "function outer() {\n  const inner = () => load(size);\n  load(1);\n}\nload(2);\n",
    );
    const of = (within: number | undefined) => (within === undefined ? undefined : symbols[within]?.name);
    expect(uses.map(({ name, line, isCall, within }) => [name, line, isCall, of(within)])).toEqual([
      ["load", 2, true, "inner"],
      ["size", 2, false, "inner"],
      ["load", 3, true, "outer"],
      ["load", 5, true, undefined],
    ]);
  });

  it("finds what is around a broken place, and says where it is", async () => {
    const source = "function one() {}\nfunction two( { if ]\nclass Three { four() {} }\n";
    const found = await analysis("a.ts", source);
    expect(found.symbols.map(({ name }) => name)).toEqual(expect.arrayContaining(["one"]));
    expect(found.brokenLine).toBe(2);
  });

  it("gives up a source that takes too long", async () => {
    const source = "f(".repeat(200_000);
    expect(await analyzeSource(languageFor("a.ts"), source, { timeoutMs: 1 })).toBeUndefined();
    expect((await analysis("a.ts", "function after() {}")).symbols).toHaveLength(1);
  });

  it("holds together for any beginning and any damage", async () => {
    await checkProperty(
      fc.asyncProperty(
        fc.constantFrom(...Object.entries(samples)),
        fc.nat(400),
        fc.string({ maxLength: 5 }),
        async ([name, source], at, added) => {
          const { symbols, uses, lines } = await analysis(name, source.slice(0, at) + added);
          const isLine = (line: number) => line > 0 && line <= lines;
          expect(symbols.every(({ line, endLine }) => isLine(line) && endLine >= line)).toBe(true);
          expect(symbols.every(({ parent = -1 }, index) => parent < index)).toBe(true);
          expect(uses.every(({ line, within = -1 }) => isLine(line) && within < symbols.length)).toBe(true);
        },
      ),
    );
  });
});

describe("languageOf", () => {
  it("goes by the end of the name", () => {
    expect(languageOf("/a.b/C.PY")?.name).toBe("Python");
    expect(["Makefile", "a.txt", ".ts/a", "a."].map(languageOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

function languageFor(name: string): Language {
  const language = languageOf(name);
  if (!language) throw new Error(`No language for ${name}.`);
  return language;
}

async function analysis(name: string, source: string): Promise<CodeAnalysis> {
  const found = await analyzeSource(languageFor(name), source);
  if (!found) throw new Error(`${name} took too long.`);
  return found;
}

function listed({ symbols, uses, imports, brokenLine }: CodeAnalysis) {
  return {
    symbols: symbols.map(
      ({ name, kind, line, parent }) =>
        `${line} ${kind} ${name}${parent === undefined ? "" : ` in ${symbols[parent]?.name}`}`,
    ),
    calls: [...new Set(uses.filter(({ isCall }) => isCall).map(({ name }) => name))],
    imports,
    brokenLine,
  };
}
