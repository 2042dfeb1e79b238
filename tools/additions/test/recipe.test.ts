import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { changedFiles } from "./example.ts";
import { examples } from "./examples/index.ts";
import { readRecipes, withNames } from "./recipe.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const recipes = readRecipes(root);

it("each recipe of CONTRIBUTING.md has an example, and each example its recipe", () => {
  expect(recipes.map(({ title }) => title)).toEqual(Object.keys(examples));
});

describe.each(recipes)("$title", ({ title, lines, files }) => {
  const example = examples[title]!;

  it("is said in at most ten lines", () => {
    expect(lines.length).toBeLessThanOrEqual(10);
  });

  it("names each file that the example changes by hand", () => {
    const named = files.map((file) => withNames(file, example.names));
    const isNamed = (file: string) =>
      named.some((path) => path === file || (path.endsWith("/") && file.startsWith(path)));
    expect([...changedFiles(root, example).keys()].filter((file) => !isNamed(file))).toEqual([]);
  });

  it("has words in capitals only where the example has a name", () => {
    const words = files.flatMap((file) => file.match(/\b[A-Z]{2,}\b/g) ?? []);
    expect(words.filter((word) => !(word in example.names) && word !== "ARCHITECTURE")).toEqual([]);
  });
});
