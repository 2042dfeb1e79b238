import { describe, expect, it } from "vitest";
import { problemsIn, rootSettings, soundPackage, soundTree, type Tree } from "./tree.ts";

const testFile = "packages/agent/test/one.test.ts";
/** Manifests of the tree declare no fast-check, which another law refuses. */
const valueProblemsIn = (tree: Tree) =>
  problemsIn(tree).filter((line) => /draws values|Math\.random/.test(line));
const inTest = (text: string, path = testFile) => valueProblemsIn({ ...soundTree, [path]: `${text}\n` });
const drawn = (name: string, replacement: string, line = 2, path = testFile) =>
  `${path}:${line}: draws values with ${name} of fast-check, whose seed is the time; use ${replacement} of @skein/property-tests`;
const random = (path = testFile, line = 1) =>
  `${path}:${line}: uses Math.random in a test; use fixed values, sampleValues of @skein/property-tests, or uniqueSeconds of @skein/test-kit`;

describe("refuses values whose seed is the time", () => {
  it.each([
    ["assert", "checkProperty", 'import fc from "fast-check";\nfc.assert(fc.property(fc.nat(), holds));'],
    ["assert", "checkProperty", 'import fc from "fast-check";\nawait fc.assert(property, { seed: 7 });'],
    ["check", "checkProperty", 'import fc from "fast-check";\nconst end = fc.check(property);'],
    ["sample", "sampleValues", 'import fc from "fast-check";\nconst all = fc\n  .sample(fc.nat());'],
    ["statistics", "sampleValues", 'import fc from "fast-check";\nfc.statistics(fc.nat(), String);'],
    ["assert", "checkProperty", 'import * as check from "fast-check";\ncheck.assert(property);'],
    ["sample", "sampleValues", 'import fc, { nat } from "fast-check";\nfc.sample(nat());'],
    ["sample", "sampleValues", 'import { default as fc } from "fast-check";\nfc.sample(fc.nat());'],
  ])("%s → %s: %s", (name, replacement, text) => {
    expect(inTest(text)).toEqual([drawn(name, replacement)]);
  });

  it("imported by name", () => {
    const text = 'import {\n  nat,\n  sample as draw,\n} from "fast-check";\ndraw(nat());';
    expect(inTest(text)).toEqual([drawn("sample", "sampleValues", 3)]);
  });
});

it.each([
  "const id = Math.random();",
  "const ids = newIds(Math.random);",
  "const id = globalThis.Math.random();",
])("refuses Math.random in a test: %s", (text) => {
  expect(inTest(text)).toEqual([random()]);
});

it.each([
  'import fc from "fast-check";\ncheckProperty(fc.property(fc.nat(), holds));',
  'import fc from "fast-check";\n// fc.assert(property)\nconst words = "fc.sample(x)";',
  'import fc from "fast-check";\nimport { assert } from "node:assert";\nassert(fc);',
  "fc.assert(ours);",
  'const words = "Math.random()";',
])("accepts: %s", (text) => {
  expect(inTest(text)).toEqual([]);
});

it("accepts both outside tests, and in the test of what replaces Math.random", () => {
  expect(inTest("export const one = Math.random();", "packages/agent/src/one.ts")).toEqual([]);
  expect(
    inTest('import fc from "fast-check";\nfc.sample(nat, { seed: 1 });', "tools/campaigns/run.ts"),
  ).toEqual([]);
  const ofTwins = "packages/extension-kit/test/definitions/definition-problems.test.ts";
  const tree = {
    ...soundTree,
    ...soundPackage("extension-kit"),
    "tsconfig.json": rootSettings("packages/agent", "packages/extension-kit", "packages/protocol"),
  };
  expect(valueProblemsIn({ ...tree, [ofTwins]: "const id = Math.random();\n" })).toEqual([]);
});

it("looks at helpers of tests, tests of tools, and packages for tests", () => {
  expect(inTest("const id = Math.random();", "packages/agent/test/children/loop.ts")).toHaveLength(1);
  expect(inTest("const id = Math.random();", "tools/one/test/one.test.ts")).toHaveLength(1);
  const tree = {
    ...soundTree,
    ...soundPackage("test-kit"),
    ...soundPackage("property-tests"),
    "tsconfig.json": rootSettings(
      "packages/agent",
      "packages/property-tests",
      "packages/protocol",
      "packages/test-kit",
    ),
  };
  const helper = ["src/one.ts", "test/one.test.ts"].map((path) => `packages/property-tests/${path}`);
  const files = ["packages/test-kit/src/one.ts", ...helper];
  const text = 'import fc from "fast-check";\nexport const one = fc.sample(fc.nat());\n';
  expect(valueProblemsIn({ ...tree, ...Object.fromEntries(files.map((file) => [file, text])) })).toEqual([
    drawn("sample", "sampleValues", 2, files[0]),
  ]);
});
