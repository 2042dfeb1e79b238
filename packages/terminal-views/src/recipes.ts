export { askForNewRecipe } from "./recipes/ask-for-new-recipe.ts";
export { checkedLines, explainedLines, originLine, recipeTable } from "./recipes/recipe-lines.ts";
export { askForConsent, recipeQuestions } from "./recipes/recipe-questions.ts";
