import { describe, expect, it } from "vitest";
import { manifest, problemsIn, soundTree } from "./tree.ts";

describe("cycles between files", () => {
  it("are found, type imports included", () => {
    const tree = {
      ...soundTree,
      "packages/agent/src/a.ts": 'export const a = 1;\nimport type { B } from "./parts/b.ts";\n',
      "packages/agent/src/parts/b.ts": 'export * from "./c.ts";\n',
      "packages/agent/src/parts/c.ts": 'import "../a.ts";\n',
    };
    expect(problemsIn(tree)).toEqual([
      "packages/agent/src/a.ts:2: files import each other: src/a.ts → src/parts/b.ts → src/parts/c.ts → src/a.ts; move what both need into a file of its own",
    ]);
  });

  it.each(["tools", "bench"])("are found in %s, which are no packages", (folder) => {
    const tree = {
      ...soundTree,
      [`${folder}/proof/run.ts`]: 'import "../wires.ts";\n',
      [`${folder}/wires.ts`]: 'import type { Run } from "./proof/run.ts";\n',
    };
    expect(problemsIn(tree)).toEqual([
      `${folder}/proof/run.ts:1: files import each other: proof/run.ts → wires.ts → proof/run.ts; move what both need into a file of its own`,
    ]);
  });

  it("are found through a sub-path that the package exports", () => {
    const exported = { exports: { ".": "./src/index.ts", "./heavy": "./src/heavy.ts" } };
    const tree = {
      ...soundTree,
      "packages/protocol/package.json": manifest("protocol", exported),
      "packages/protocol/src/light.ts": 'const heavy = require("@skein/protocol/heavy");\n',
      "packages/protocol/src/heavy.ts": "",
    };
    expect(problemsIn(tree)).toEqual([]);
    expect(problemsIn({ ...tree, "packages/protocol/src/heavy.ts": 'import "./light.ts";\n' })).toEqual([
      "packages/protocol/src/heavy.ts:1: files import each other: src/heavy.ts → src/light.ts → src/heavy.ts; move what both need into a file of its own",
    ]);
  });

  it("are not seen where two files import a third", () => {
    const tree = {
      ...soundTree,
      "packages/agent/src/a.ts": 'import "./b.ts";\nimport "./c.ts";\n',
      "packages/agent/src/b.ts": 'import "./c.ts";\n',
      "packages/agent/src/c.ts": "",
    };
    expect(problemsIn(tree)).toEqual([]);
  });

  it("are told once each", () => {
    const tree = {
      ...soundTree,
      "packages/agent/src/a.ts": 'import "./b.ts";\n',
      "packages/agent/src/b.ts": 'import "./a.ts";\n',
      "packages/agent/src/c.ts": 'import "./c.ts";\n',
    };
    expect(problemsIn(tree).map((line) => line.split(";")[0])).toEqual([
      "packages/agent/src/a.ts:1: files import each other: src/a.ts → src/b.ts → src/a.ts",
      "packages/agent/src/c.ts:1: files import each other: src/c.ts → src/c.ts",
    ]);
  });
});
