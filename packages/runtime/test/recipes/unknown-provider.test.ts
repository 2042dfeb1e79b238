import { expect, it } from "vitest";
import { recipeModel } from "../../src/recipes/recipe-model.ts";

const base = { provider: "openai", model: "m" };
const facts = { providerId: () => undefined, providers: ["anthropic", "openai"] };

it("says which provider a recipe most likely means", async () => {
  const models = [
    { provider: "antropic", model: "large" },
    { provider: "nowhere", model: "small" },
  ];
  await expect(recipeModel({ models, settings: {} }, base, facts)).rejects.toMatchObject({
    code: "unknown-provider",
    message: "Unknown providers in the recipe: antropic, nowhere.",
    hint: "Did you mean anthropic? Fix the recipe's settings.",
  });
});
