export {
  parameterTypes,
  type BuiltinExtension,
  type FrontendExtension,
  type InlinePythonExtension,
  type Parameter,
  type ParameterType,
  type PlatformExtension,
  type Recipe,
  type RecipeBudget,
  type RecipeExtension,
  type RecipeModel,
  type RecipePermissions,
  type RecipeRetry,
  type RecipeRule,
  type RecipeSettings,
  type Requirement,
  type ShellCheck,
  type StdioExtension,
  type StreamableHttpExtension,
  type SubRecipe,
} from "./recipe.ts";
export { recipeProblemCodes, type RecipeProblem, type RecipeProblemCode } from "./problems.ts";
export { readRecipe } from "./read/read-recipe.ts";
export {
  hasNoErrors,
  type ReadRecipeOptions,
  type ReadRecipe,
  type ReadSubRecipe,
  type RecipeContent,
} from "./read/reading.ts";
export { readDocument, type DocumentOptions, type ReadDocument } from "./read/read-document.ts";
export { type DocumentNode, type TextPosition } from "./read/document-node.ts";
export { fieldsOf, type Fields } from "./read/fields.ts";
export { plainValue } from "./read/plain-value.ts";
export type { Findings } from "./read/findings.ts";
export { readSource, type RecipeText } from "./read/recipe-text.ts";
export { filesOnDisk, type RecipeFiles } from "./files.ts";
export {
  missingValues,
  parameterValues,
  type ParameterOptions,
  type ParameterValues,
} from "./parameters/parameter-values.ts";
export { recipeHash } from "./render/recipe-hash.ts";
export { renderRecipe, type RenderedRecipe, type RenderOptions } from "./render/render-recipe.ts";
export { recipeYaml } from "./render/recipe-yaml.ts";
export { commandLines } from "./render/command-lines.ts";
export { commandsInRecipe, secretNamesOf, type RecipeCommand } from "./render/commands-of.ts";
export { recipeConsent, type RecipeConsent, type RecipeConsentOptions } from "./consent/recipe-consent.ts";
export { explainRecipe } from "./render/explain-recipe.ts";
export { describePlace, findRecipe, type FoundRecipe, type RecipeOrigin } from "./find/find-recipe.ts";
export { type FindRecipeOptions } from "./find/github/place.ts";
export { type GithubSettings } from "./find/github/settings.ts";
export { listRecipes, type ListedRecipe, type RecipeList } from "./find/list-recipes.ts";
export { recipeFolders, type PlaceOptions, type RecipePlace } from "./find/places.ts";
export type { ProgramRunOptions, ProgramResult, ProgramRunner } from "./find/programs.ts";
export {
  recipeFromSession,
  type FromSessionOptions,
  type RecipeFromSession,
} from "./from-session/recipe-from-session.ts";
export { decodeLink, isRecipeLink, type DecodedLink } from "./link/decode-link.ts";
export { encodeLink, type LinkOptions } from "./link/encode-link.ts";
export { newRecipe, type RecipeAnswers } from "./new/new-recipe.ts";
export { type CostRange, type UpperBound } from "./plan/cost-range.ts";
export {
  planRecipe,
  type PlannedModelLimits,
  type PlanInputs,
  type PlannedExtension,
  type PlannedModel,
  type PlannedSubRecipe,
  type RecipePlan,
} from "./plan/plan-recipe.ts";
export { planText } from "./plan/plan-text.ts";
