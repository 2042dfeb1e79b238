import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { codeBlocks, testBlocks } from "../code-blocks.ts";

const packages = fileURLToPath(new URL("../../../packages", import.meta.url));

const readmes = readdirSync(packages).map((name) => ({
  name,
  text: readFileSync(join(packages, name, "README.md"), "utf8"),
}));

// The end-to-end tests run the programs.
it("the README of every package has an example that can be run", () => {
  const without = readmes.filter(({ text }) => codeBlocks(text).length + testBlocks(text).length === 0);
  expect(without.map(({ name }) => name)).toEqual([]);
});

it("a test file in a README is among the tests of its package", () => {
  const examples = readmes.flatMap(({ name, text }) => testBlocks(text).map((code) => ({ name, code })));
  expect(examples.length).toBeGreaterThan(0);
  for (const { name, code } of examples)
    expect(readFileSync(join(packages, name, "test", "readme.test.ts"), "utf8")).toBe(code);
});
