import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "@skein/protocol";
import { parameterValues, readRecipe, renderRecipe } from "@skein/recipes";
import { outsidePath } from "@skein/test-kit";
import { expect, it } from "vitest";
import { recipeAgent } from "../../src/recipes.ts";
import { facts } from "./set-up.ts";

const folder = outsidePath("recipes/cookbook");
const base = {
  provider: "p",
  model: "m",
  mode: "auto",
  cwd: "/",
  interaction: "chat",
  builtins: [],
} as const;

/** What keeps it from being an agent, or nothing. */
async function faultOf(file: string): Promise<string | undefined> {
  const read = await readRecipe({ text: await readFile(file, "utf8"), file });
  const { values, missing } = await parameterValues(read.parameters, {}, { cwd: folder });
  const rest = missing.map(({ key, type, options }) => [
    key,
    options?.[0] ?? (type === "number" ? "1" : type === "boolean" ? "true" : "x"),
  ]);
  const { recipe, problems } = await renderRecipe(read, { ...values, ...Object.fromEntries(rest) });
  if (!recipe) return problems[0]?.message;
  return await recipeAgent({ read, recipe }, base, facts).then(() => undefined, messageOf);
}

it.skipIf(!existsSync(folder))(
  "recipes that others wrote become agents, except one with an unknown extension and a broken one",
  async () => {
    const files = (await readdir(folder, { recursive: true })).filter((name) => /\.ya?ml$/.test(name));
    expect(files.length).toBeGreaterThan(30);
    const faults = await Promise.all(files.map((name) => faultOf(join(folder, name))));
    expect(faults.filter((fault) => fault !== undefined).toSorted()).toEqual([
      "The parameter push_pr is optional but has no default.",
      'There is no built-in extension "browser".',
    ]);
  },
);
