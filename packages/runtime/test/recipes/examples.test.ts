import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf } from "@skein/protocol";
import {
  hasNoErrors,
  parameterValues,
  readRecipe,
  renderRecipe,
  type Parameter,
  type ReadRecipe,
} from "@skein/recipes";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { recipeAgent, recipeInput, subrecipesOf, unsupportedExtensions } from "../../src/recipes.ts";
import { facts, writeRecipe } from "./set-up.ts";

const folder = fileURLToPath(new URL("../../../../examples/recipes", import.meta.url));
const examples = (await readdir(folder)).filter((name) => /(?<!\.test)\.ya?ml$/.test(name));

/** What `recipe validate` says of it, but for providers, which are the app's. */
const validates = ({ recipe, problems }: ReadRecipe): boolean =>
  hasNoErrors(problems) && !unsupportedExtensions(recipe?.extensions ?? []).some(({ isFatal }) => isFatal);

/** Something of its type. */
function valueFor({ type, options }: Parameter): string {
  if (type === "number") return "1";
  if (type === "boolean") return "true";
  if (type === "date") return "2026-01-02";
  return type === "select" ? (options?.[0] ?? "") : "x";
}

/** Why a run would refuse it before it begins, or nothing. */
async function refusal(read: ReadRecipe, cwd: string): Promise<string | undefined> {
  if (!hasNoErrors(read.problems)) return read.problems[0]?.message;
  const given = Object.fromEntries(
    read.parameters.filter((one) => one.default === undefined).map((one) => [one.key, valueFor(one)]),
  );
  const { values } = await parameterValues(read.parameters, given, { cwd });
  const { recipe, problems } = await renderRecipe(read, values);
  if (!recipe) return problems[0]?.message;
  const model = { provider: "p", model: "m" };
  const base = { ...model, mode: "auto", cwd, interaction: "execute", builtins: [] } as const;
  try {
    recipeInput(recipe, "Go.");
    await recipeAgent({ read, recipe }, base, facts);
    const signal = new AbortController().signal;
    for (const part of await subrecipesOf({ read, recipe }, { cwd, facts, model })) {
      const known = read.subRecipes.find(({ name }) => name === part.name)?.read?.parameters ?? [];
      const chosen = Object.fromEntries(known.map((one) => [one.key, valueFor(one)]));
      if (part.unusable !== undefined) return part.unusable;
      const plan = await part.plan({ ...chosen, ...part.fixed }, signal);
      if ("issues" in plan && plan.issues) return `${part.name}: ${plan.issues.join(" ")}`;
    }
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

describe("what validates is not refused by a run", () => {
  it("has examples to look at", () => expect(examples.length).toBeGreaterThan(4));

  it.each(examples)("the example %s", async (name) => {
    const file = join(folder, name);
    const read = await readRecipe({ text: await readFile(file, "utf8"), file });
    expect({ validates: validates(read), refusal: await refusal(read, folder) }).toEqual({
      validates: true,
      refusal: undefined,
    });
  });

  it.each([
    ["an unknown extension", "prompt: p\nextensions: [{ type: builtin, name: nosuch }]\n"],
    ["a name without a value", 'prompt: "{{ missing }}"\n'],
    ["no task", "activities: [a]\n"],
    ["a sub-recipe that is not there", "prompt: p\nsub_recipes: [{ name: gone, path: gone.yaml }]\n"],
    ["an unknown mode", "prompt: p\npermissions: { mode: nosuch }\n"],
    ["a number that is none", "prompt: p\nsettings: { temperature: warm }\n"],
  ])("and neither does what is wrong with one: %s", async (_, body) => {
    await using home = await temporaryFolder();
    const file = await writeRecipe(home.path, "wrong", body);
    const read = await readRecipe({ text: await readFile(file, "utf8"), file });
    expect({ validates: validates(read), isRefused: (await refusal(read, home.path)) !== undefined }).toEqual(
      {
        validates: false,
        isRefused: true,
      },
    );
  });
});
