export { displayText } from "./text/display-text.ts";
export { columnsOf, padTo, truncate, withEnd, wrap } from "./text/text-width.ts";
