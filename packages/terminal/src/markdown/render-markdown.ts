import { lexer } from "marked";
import { displayText } from "../text/display-text.ts";
import { blockLines, type MarkdownLook } from "./render.ts";

/** A whole Markdown text as lines for a terminal. */
export function renderMarkdown(text: string, look: MarkdownLook): string[] {
  return blockLines(lexer(displayText(text)), look);
}
