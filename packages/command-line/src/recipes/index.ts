export { recipeLink } from "./recipe-link.ts";
export { extensionFields } from "./extension-fields.ts";
export { recipeFileName } from "./recipe-file-name.ts";
export { planNamed } from "./plan-named.ts";
export { checkRecipe, type CheckedRecipe } from "./check-recipe.ts";
