export { askForNewRecipe } from "./recipes/ask-for-new-recipe.ts";
export { checkedLines, explainedLines, originLine, recipeTable } from "./recipes/recipe-lines.ts";
export { recipeQuestions } from "./recipes/recipe-questions.ts";
export { testQuestions } from "./recipes/test-questions.ts";
