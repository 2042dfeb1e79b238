export {
  commandLines,
  commandsOf,
  describePlace,
  encodeLink,
  explainRecipe,
  filesOnDisk,
  findRecipe,
  isRecipeLink,
  hasNoErrors,
  listRecipes,
  missingValues,
  newRecipe,
  parameterValues,
  planRecipe,
  plainValue,
  planText,
  readDocument,
  readRecipe,
  recipeFromSession,
  recipeConsent,
  recipeHash,
  recipeYaml,
  renderRecipe,
  secretNamesOf,
  type FindOptions,
  type FoundRecipe,
  type ListedRecipe,
  type Parameter,
  type PlanInputs,
  type ReadRecipe,
  type ReadSubRecipe,
  type Recipe,
  type RecipeAnswers,
  type RecipeCommand,
  type RecipeFiles,
  type RecipeProblem,
} from "@skein/recipes";
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
