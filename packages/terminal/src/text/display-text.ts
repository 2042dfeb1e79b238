import { cleanText } from "./clean-text.ts";

/** Foreign text, safe for a terminal and of a width that can be counted: tabs become spaces. */
export function displayText(text: string): string {
  return cleanText(text.toWellFormed()).replaceAll("\t", "    ");
}
