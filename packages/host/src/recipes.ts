export { describeRecipe, type DescribedRecipe } from "./recipes/describe-recipe.ts";

export { findOptions } from "./recipes/find-options.ts";
export {
  namedRecipe,
  recipeWord,
  usableRecipe,
  type NamedRecipe,
  type UsableRecipe,
} from "./recipes/named-recipe.ts";
export { markLineBreaks } from "./recipes/mark-line-breaks.ts";
export {
  openRecipe,
  type OpenedRecipe,
  type OpenRecipeOptions,
  type RecipeAgentWish,
  type RecipeQuestions,
  type RecipeWish,
} from "./recipes/open-recipe.ts";

export { problemLines, shortPath } from "./recipes/problem-lines.ts";
export {
  consentFor,
  consentReason,
  namedLines,
  requireConsent,
  type AskForConsent,
  type Consent,
  type ConsentFolders,
  type ConsentOptions,
} from "./recipes/recipe-consent.ts";
export {
  requireSecrets,
  secretLookUp,
  type SecretQuestions,
  type SecretRequest,
} from "./recipes/recipe-secrets.ts";
export {
  askForValues,
  givenValues,
  type AskForValue,
  type GivenValues,
  type ValueOptions,
  type ValueQuestion,
} from "./recipes/recipe-values.ts";
export type { ResumedRecipe, SessionRecipe } from "./recipes/resumed-recipe.ts";
export { recipesHere } from "./recipes/recipes-here.ts";

export { renderNamed } from "./recipes/render-named.ts";
export { recipeProviderId } from "./recipes/provider-id.ts";
