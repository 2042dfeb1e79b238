export { inlinePython } from "./recipes/recipe-extensions.ts";
export { unsupportedExtensions, type UnsupportedExtension } from "./recipes/known-extensions.ts";
export { missingSecrets, type LookUpSecret } from "./recipes/missing-secrets.ts";
export {
  recipeAgent,
  recipeInput,
  type RecipeAgent,
  type RecipeAgentOptions,
} from "./recipes/recipe-agent.ts";
export { type FilledRecipe, type RecipeContext, type UserChoices } from "./recipes/recipe-context.ts";
export { subrecipe, subrecipesOf, type SubrecipeOptions } from "./recipes/subrecipes.ts";
