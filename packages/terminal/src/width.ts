export { displayText } from "./text/display-text.ts";
export { columnsOf, padTo, truncate, wrap } from "./text/text-width.ts";
