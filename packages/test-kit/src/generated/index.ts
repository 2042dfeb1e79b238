export { anyText } from "./any-text.ts";
export { journal } from "./journals.ts";
