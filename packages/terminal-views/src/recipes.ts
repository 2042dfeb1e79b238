export { askForConsent, recipeQuestions } from "./recipes/recipe-questions.ts";
