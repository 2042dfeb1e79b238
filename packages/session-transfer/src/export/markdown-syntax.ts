import { visibleLine, visibleText } from "./visible-text.ts";

/** Pieces of Markdown whose content cannot get out of them. */

/** A code block whose fence is longer than any in the text. */
export function fenced(text: string, language: string): string {
  const shown = visibleText(text);
  const longest = Math.max(2, ...(shown.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${shown}${shown.endsWith("\n") ? "" : "\n"}${fence}`;
}

/** A code span on one line, also for a table. */
export function codeSpan(text: string): string {
  const shown = visibleLine(text).replaceAll("|", "\\|");
  if (shown === "") return "` `";
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map(({ length }) => length));
  const ticks = "`".repeat(longest + 1);
  const space = longest > 0 || shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${ticks}${space}${shown}${space}${ticks}`;
}

/** Plain words on one line: nothing in them is Markdown. */
export function tableCell(text: string): string {
  return visibleLine(text).replaceAll(/[\\`*_[\]<>|#~!&]/g, "\\$&");
}

/** A quote: whatever the text opens ends with it. */
export function quoted(text: string): string {
  return visibleText(text).replaceAll(/^/gm, "> ");
}

/**
 * Somebody's Markdown among ours, as it is. What could swallow the rest (a code block that stays open, HTML that ends
 * only with a word of its own) is put into a quote, which ends it.
 */
export function selfContained(text: string): string {
  const shown = visibleText(text);
  return endsByItself(shown) ? shown : quoted(shown);
}

function endsByItself(text: string): boolean {
  if (/<(?:[!?]|\/?(?:script|pre|style|textarea|details|summary)\b)/i.test(text)) return false;
  // An indented fence may belong to a list and end with it, or not.
  if (/^ {1,3}(?:`{3}|~{3})/m.test(text)) return false;
  let open: string | undefined;
  for (const [, fence = "", info = ""] of text.matchAll(/^(`{3,}|~{3,})(.*)$/gm)) {
    if (open === undefined) open = fence.startsWith("`") && info.includes("`") ? undefined : fence;
    else if (fence[0] === open[0] && fence.length >= open.length && info.trim() === "") open = undefined;
  }
  return open === undefined;
}
