import { expect, it } from "vitest";
import { loadersOf } from "../loaders.ts";
import { upwardArrows } from "../folder-arrows.ts";
import { readWorkspace } from "../workspace.ts";
import { plant, problemsIn, soundTree, type Tree } from "./tree.ts";

const later = 'export const loadLater = () => import("./later-part.ts");\n';

it("reads what each name of a loader file loads, tables of loaders included", () => {
  const text = [
    'import type { Part } from "./part.ts";',
    'export const loadA = () => import("./a.ts");',
    'export const loadB = (): Promise<typeof import("b")> => import("b");',
    'export const table: Readonly<Record<string, () => Promise<Part>>> = { a: loadA, c: () => import("./c.ts") };',
  ].join("\n");
  expect(loadersOf("src/later.ts", text).map(({ name, specifiers }) => [name, specifiers])).toEqual([
    ["loadA", ["./a.ts"]],
    ["loadB", ["b"]],
    ["table", ["./a.ts", "./c.ts"]],
  ]);
});

it("finds the import of a forbidden package that goes through a loader file, where it is used", () => {
  const tree: Tree = {
    ...soundTree,
    "packages/protocol/src/later.ts": 'export const loadAgent = () => import("@skein/agent");\n',
    "packages/protocol/src/parts/start.ts": '\nimport { loadAgent } from "../later.ts";\nvoid loadAgent();\n',
  };
  expect(problemsIn(tree)).toEqual([
    "packages/protocol/src/parts/start.ts:2: protocol must not import agent; turn the arrow round or use a port; protocol may import no other package (tools/structure/arrows.ts)",
  ]);
});

it("finds a cycle that goes through a loader file, and none in names that a file does not use", () => {
  const tree: Tree = {
    ...soundTree,
    "packages/agent/src/later.ts": `${later}export const loadB = () => import("./parts/b.ts");\n`,
    "packages/agent/src/later-part.ts": "",
    "packages/agent/src/a.ts": 'import { loadB } from "./later.ts";\nvoid loadB();\n',
    "packages/agent/src/parts/b.ts": 'import { loadLater } from "../later.ts";\nvoid loadLater();\n',
  };
  expect(problemsIn(tree)).toEqual([]);
  expect(problemsIn({ ...tree, "packages/agent/src/later-part.ts": 'import "./a.ts";\n' })).toEqual([
    "packages/agent/src/a.ts:1: files import each other: src/a.ts → src/parts/b.ts → src/later-part.ts → src/a.ts; move what both need into a file of its own",
  ]);
});

it("finds arrows between folders that go through a loader file", () => {
  const root = plant({
    ...soundTree,
    "packages/agent/src/later.ts": 'export const loadHigh = () => import("./high/a.ts");\n',
    "packages/agent/src/low/a.ts": 'import { loadHigh } from "../later.ts";\nvoid loadHigh();\n',
    "packages/agent/src/high/a.ts": 'import "../low/b.ts";\nimport "../low/c.ts";\n',
  });
  const agent = readWorkspace(root).members.find(({ name }) => name === "agent")!;
  expect(upwardArrows(agent).map(({ file, target }) => `${file} ${target}`)).toEqual([
    "packages/agent/src/low/a.ts packages/agent/src/high/a.ts",
  ]);
});

it.each([
  ["node:child_process", "starts a program without inheritedVariables"],
  ["node:http", "opens an HTTP connection past the user's proxy"],
])("finds a use of %s that goes through a loader file", (module, what) => {
  const tree: Tree = {
    ...soundTree,
    "packages/agent/src/later.ts": `export const loadPart = () => import("${module}");\n`,
    "packages/agent/src/index.ts":
      'import { loadPart } from "./later.ts";\nexport const part = async () => loadPart();\n',
  };
  expect(problemsIn(tree)).toEqual([
    expect.stringContaining(`packages/agent/src/index.ts:1: ${what}; `) as string,
  ]);
});

it("finds an import() outside of a loader file, and none in types and texts", () => {
  const tree: Tree = {
    ...soundTree,
    "packages/agent/src/later-part.ts": "",
    "packages/agent/src/parts/a.ts": [
      'export type Part = typeof import("../later-part.ts");',
      "export const program = `import(workerData.module)`;",
      'export const part = async () => (await import("../later-part.ts"));',
      "",
    ].join("\n"),
  };
  expect(problemsIn(tree)).toEqual([
    'packages/agent/src/parts/a.ts:3: says import("../later-part.ts") outside of a loader file; add a function loadX to src/later.ts of the package, and call it',
  ]);
});
