import { describe, expect, it } from "vitest";
import { manifest, problemsIn, soundTree } from "./tree.ts";
import type { Tree } from "./tree.ts";

const withAgent = (text: string, more: Tree = {}) =>
  problemsIn({ ...soundTree, "packages/agent/src/index.ts": text, ...more });

describe("imports in src", () => {
  it.each([
    ['import { one } from "@skein/agent";'],
    ['import type { One } from "@skein/agent";'],
    ['export { one } from "@skein/agent";'],
    ['const { one } = await import("@skein/agent");'],
  ])("follow the arrows: %s", (text) => {
    expect(problemsIn({ ...soundTree, "packages/protocol/src/index.ts": `\n${text}\n` })).toContain(
      "packages/protocol/src/index.ts:2: protocol must not import agent; turn the arrow round or use a port; protocol may import no other package (tools/structure/arrows.ts)",
    );
  });

  it("are declared when they name our packages", () => {
    const bare = { "packages/agent/package.json": manifest("agent"), "packages/agent/tsconfig.json": {} };
    expect(withAgent('import "@skein/protocol";', bare)).toEqual([
      "packages/agent/src/index.ts:1: imports @skein/protocol, which the manifest does not declare; add it to dependencies of packages/agent/package.json",
    ]);
  });

  it("are declared when they name packages of others", () => {
    expect(withAgent('import "zod/mini";')).toEqual([
      "packages/agent/src/index.ts:1: imports zod, which the manifest does not declare; add it to dependencies of packages/agent/package.json",
    ]);
  });

  it("of a library are not development dependencies; those of a bundled app may be", () => {
    const development = { devDependencies: { zod: "1" } };
    const app = {
      "tsconfig.json": {
        references: ["apps/cli", "packages/agent", "packages/protocol", "tsconfig.test.json"].map((path) => ({
          path,
        })),
      },
      "apps/cli/package.json": manifest("cli", development),
      "apps/cli/README.md": "# cli\n",
      "apps/cli/tsconfig.json": {},
      "apps/cli/src/main.ts": 'import "zod";\n',
    };
    expect(problemsIn({ ...soundTree, ...app })).toEqual([]);
    const library = { ...soundTree, "packages/protocol/package.json": manifest("protocol", development) };
    expect(problemsIn({ ...library, "packages/protocol/src/index.ts": 'import "zod";' })).toHaveLength(1);
  });

  it("of Node need no declaration", () => expect(withAgent('import "node:fs";')).toEqual([]));

  it("do not leave the package", () => {
    expect(withAgent('import "../../protocol/src/index.ts";')).toEqual([
      'packages/agent/src/index.ts:1: "../../protocol/src/index.ts" leaves the package; import the other package by its name',
    ]);
  });

  it("enter other packages through their exports", () => {
    expect(withAgent('import "@skein/protocol/src/index.ts";')).toEqual([
      'packages/agent/src/index.ts:1: "@skein/protocol/src/index.ts" is not exported; import what packages/protocol/package.json exports: .',
    ]);
  });

  it("do not name their own package", () => {
    expect(withAgent('import "@skein/agent";')).toContain(
      "packages/agent/src/index.ts:1: imports its own package by name; use a relative path",
    );
  });

  it("do not come from the tests", () => {
    expect(withAgent('import "../test/a.ts";', { "packages/agent/test/a.ts": "" })).toEqual([
      'packages/agent/src/index.ts:1: src imports a test file, "../test/a.ts"; move what both need to src',
    ]);
  });
});

const withTest = (more: object) =>
  problemsIn({
    ...soundTree,
    "packages/protocol/package.json": manifest("protocol", more),
    "packages/protocol/test/a.test.ts":
      'import "vitest";\nimport "@skein/protocol";\nimport "@skein/agent";\n',
  });

describe("imports in tests", () => {
  it("may name any package in devDependencies", () => {
    expect(withTest({ devDependencies: { "@skein/agent": "workspace:^" } })).toEqual([]);
  });

  it("are declared", () => {
    expect(withTest({})).toEqual([
      "packages/protocol/test/a.test.ts:3: imports @skein/agent, which the manifest does not declare; add it to devDependencies of packages/protocol/package.json",
    ]);
  });
});

describe("imports in examples", () => {
  it("may name anything declared", () => {
    const tree = {
      ...soundTree,
      "examples/01/package.json": { name: "example-01", dependencies: { "@skein/agent": "workspace:^" } },
      "examples/01/main.ts": 'import "@skein/agent";\nimport "@skein/protocol";\n',
    };
    expect(problemsIn(tree)).toEqual([
      "examples/01/main.ts:2: imports @skein/protocol, which the manifest does not declare; add it to dependencies of examples/01/package.json",
    ]);
  });
});
