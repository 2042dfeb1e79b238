import { oneLine } from "@skein/protocol";
import { textTokens } from "./tokens/estimate.ts";

/** The start of a text, cut at the end of a line or word if there is one late enough. */
export function clipHead(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const cut = whole(text.slice(0, characters), "end");
  const end = Math.max(cut.lastIndexOf("\n"), cut.lastIndexOf(" "));
  return end > characters * 0.6 ? cut.slice(0, end) : cut;
}

export function clipTail(text: string, characters: number): string {
  if (text.length <= characters) return text;
  if (characters <= 0) return "";
  const cut = whole(text.slice(-characters), "start");
  const newLine = cut.search(/[\n ]/);
  return newLine >= 0 && newLine < characters * 0.4 ? cut.slice(newLine + 1) : cut;
}

/** One line, for lists. */
export function clipToLine(text: string, characters: number): string {
  const line = oneLine(text.slice(0, characters * 4));
  return line.length <= characters ? line : `${clipHead(line, characters - 2)} …`;
}

/** Head and tail of a text within a token limit; `""` when nothing useful fits. */
export function clipToTokens(text: string, budget: number): string {
  const tokens = textTokens(text);
  if (tokens <= budget) return text;
  let characters = Math.floor((text.length * budget) / tokens);
  while (characters > 8) {
    const clipped = `${clipHead(text, characters * 0.7)}\n…\n${clipTail(text, characters * 0.25)}`;
    if (textTokens(clipped) <= budget) return clipped;
    characters = Math.floor(characters * 0.8);
  }
  return "";
}

/** Without half a character at the cut. */
function whole(text: string, side: "start" | "end"): string {
  const code = text.charCodeAt(side === "end" ? text.length - 1 : 0);
  if (side === "end" && code >= 0xd800 && code <= 0xdbff) return text.slice(0, -1);
  if (side === "start" && code >= 0xdc00 && code <= 0xdfff) return text.slice(1);
  return text;
}
