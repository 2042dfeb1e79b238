import { expect, it } from "vitest";
import { manifest, plant, soundTree } from "../../structure/test/tree.ts";
import { readWorkspace } from "../../structure/workspace.ts";
import { arrowFigures } from "../arrows.ts";
import { codeFigures } from "../code.ts";
import { commentFigures } from "../comments.ts";
import type { Figure } from "../measure.ts";
import { sizeFigures } from "../size.ts";
import { surfaceFigures } from "../surface.ts";

const lines = (count: number) => "  work();\n".repeat(count);
const [agent, protocol] = ["packages/agent/src/index.ts", "packages/protocol/src/index.ts"];

function figuresOf(files: Readonly<Record<string, string>>): Readonly<Record<string, Figure>> {
  const workspace = readWorkspace(plant({ ...soundTree, ...files }));
  const all = [sizeFigures, surfaceFigures, codeFigures, arrowFigures, commentFigures];
  return Object.fromEntries(
    all.flatMap((measure) => measure(workspace)).map((figure) => [figure.name, figure]),
  );
}

const places = (files: Readonly<Record<string, string>>, name: string) =>
  figuresOf(files)[name]?.places.map(({ file, line, what }) => `${file}:${line}: ${what}`);

it("counts lines and packages", () => {
  const figures = figuresOf({ [agent]: "export const one = 1;\n\n" });
  expect(figures["lines of product source"]?.value).toBe(3);
  expect(figures["packages"]?.value).toBe(2);
});

it("finds exported names that nothing uses, through lists and stars", () => {
  const files = {
    [protocol]: 'export * from "./all.ts";\nexport { inner as renamed } from "./list.ts";\n',
    "packages/protocol/src/all.ts":
      "export type Shape = number;\nexport const used: Shape = 1;\nexport const left = 1;\n",
    "packages/protocol/src/list.ts": "export const inner = 1;\n",
    [agent]: 'import { used } from "@skein/protocol";\nvoid used;\n',
  };
  expect(places(files, "exported names that nothing uses")).toEqual([
    "packages/protocol/src/all.ts:3: left (@skein/protocol)",
    "packages/protocol/src/list.ts:1: renamed (@skein/protocol)",
  ]);
});

it.each([
  'const { one } = await import("@skein/protocol");\nvoid one;\n',
  'import * as all from "@skein/protocol";\nvoid all.one;\n',
  'export { one } from "@skein/protocol";\n',
  'import { one } from "@skein/protocol";\nimport type { Other } from "@skein/protocol";\n',
  'import type { Other } from "@skein/protocol";\nvoid import("@skein/protocol").then(({ one }) => one);\n',
])("sees the use in: %s", (text) => {
  expect(places({ [agent]: text }, "exported names that nothing uses")).not.toContain(
    "packages/protocol/src/index.ts:1: one (@skein/protocol)",
  );
});

it("sees what a tool imports from the source of an entry", () => {
  const exported = { ".": "./src/index.ts", "./more": "./src/more.ts" };
  const files = {
    "packages/protocol/package.json": JSON.stringify(manifest("protocol", { exports: exported })),
    "packages/protocol/src/more.ts": "export const used = 1;\nexport const left = 1;\n",
    "tools/run.ts": 'import { used } from "../packages/protocol/src/more.ts";\nvoid used;\n',
  };
  const found = places(files, "exported names that nothing uses");
  expect(found?.filter((place) => place.includes("more.ts"))).toEqual([
    "packages/protocol/src/more.ts:2: left (@skein/protocol/more)",
  ]);
});

it("finds names of another package that are passed on", () => {
  expect(
    places({ [agent]: 'export { one } from "@skein/protocol";\n' }, "names of other packages passed on"),
  ).toEqual(["packages/agent/src/index.ts:1: one (@skein/agent)"]);
});

it("finds a name with two shapes, and not one that is passed on", () => {
  const name = "exported names with two shapes";
  expect(places({ [agent]: "export const one = 2;\n" }, name)).toEqual([
    "packages/agent/src/index.ts:1: one: agent, protocol",
  ]);
  expect(places({ [agent]: 'export { one } from "@skein/protocol";\n' }, name)).toEqual([]);
});

it("lets the client name forms on the wire after the types that they carry", () => {
  const client = (file: string) => ({
    "packages/client/package.json": JSON.stringify({
      name: "@skein/client",
      exports: { ".": `./src/${file}` },
    }),
    [`packages/client/src/${file}`]: "export const one = 2;\n",
  });
  const name = "exported names with two shapes";
  expect(places(client("operations.ts"), name)).toEqual([]);
  expect(places(client("index.ts"), name)).toHaveLength(1);
});

it("finds functions of more than 120 lines, and none of 120", () => {
  const text = `function fits() {\n${lines(118)}}\nconst long = () => {\n${lines(119)}};\n`;
  expect(places({ [agent]: text }, "functions over 120 lines")).toEqual([
    "packages/agent/src/index.ts:121: a function without a name: 121 lines",
  ]);
});

it("finds functions that stand twice, whatever their line breaks, and not those that only look alike", () => {
  const body = 'if (text.length > 10) return text.trim() + "one"; return text;';
  const copy = (of: string) => `export function same(text: string) {\n  ${of}\n}\n`;
  const name = "functions defined twice";
  expect(places({ [agent]: copy(body), [protocol]: copy(body.replaceAll("; ", ";\n  ")) }, name)).toEqual([
    "packages/agent/src/index.ts:1: same: packages/agent/src/index.ts, packages/protocol/src/index.ts",
  ]);
  expect(places({ [agent]: copy(body), [protocol]: copy(body.replace("one", "two")) }, name)).toEqual([]);
});

it("finds modules that are loaded outside of the file for it", () => {
  const text = 'export const load = () => import("./other.ts");\n';
  const files = { [agent]: text, "packages/agent/src/later.ts": text };
  expect(places(files, "lazy imports outside of loader files")).toEqual([
    'packages/agent/src/index.ts:1: import("./other.ts")',
  ]);
});

it("finds arrows between folders that import each other, in the direction that has fewer", () => {
  const files = {
    "packages/agent/src/low/a.ts": 'import "../high/a.ts";\n',
    "packages/agent/src/high/a.ts": 'import "../low/a.ts";\n',
    "packages/agent/src/high/b.ts": 'import "../low/a.ts";\nimport "../index.ts";\n',
  };
  expect(places(files, "upward arrows between folders of agent")).toEqual([
    "packages/agent/src/low/a.ts:1: packages/agent/src/high/a.ts",
  ]);
});

it("counts comments in lines that are not empty", () => {
  const text = "/** One. */\n\nexport const one = 1; // not alone\n// Alone.\nexport const two = 2;\n";
  expect(figuresOf({ [protocol]: text })["comment lines of protocol, in percent"]?.value).toBe(50);
});
