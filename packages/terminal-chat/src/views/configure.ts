export { askForConfig, type ConfigQuestions } from "./configure/ask-for-config.ts";
export { savedLines } from "./configure/saved-lines.ts";
