import type { Token, Tokens } from "marked";
import type { Link } from "../text/link.ts";
import type { Paint } from "../text/style.ts";
import { columnsOf, wrap } from "../text/text-width.ts";
import { inlineText } from "./inline.ts";
import { tableLines } from "./table.ts";

export interface MarkdownLook {
  /** Columns. */
  readonly width: number;
  readonly paint: Paint;
  /** `undefined`: shown as it is. The text is the same but for styling. */
  readonly highlight?: ((code: string, language: string) => string | undefined) | undefined;
  /** Absent: nothing can be opened by a click. */
  readonly link?: Link | undefined;
}

/** Blocks as lines, with an empty one between two blocks. The source of the tokens must have been cleaned. */
export function blockLines(tokens: readonly Token[], look: MarkdownLook): string[] {
  const blocks = tokens
    .filter(isShown)
    .map((token) => oneBlock(token, look))
    .filter((lines) => lines.length > 0);
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}

function isShown({ type }: Token): boolean {
  return !["space", "def", "checkbox"].includes(type);
}

function oneBlock(token: Token, look: MarkdownLook): string[] {
  const { width, paint } = look;
  switch (token.type) {
    case "heading": {
      const { depth, tokens } = token as Tokens.Heading;
      const text = `${"#".repeat(depth)} ${inlineText(tokens, look)}`;
      return wrap(paint("bold", depth <= 2 ? paint("accent", text) : text), width);
    }
    case "code":
      return codeLines(token as Tokens.Code, look);
    case "list":
      return listLines(token as Tokens.List, look);
    case "table":
      return tableLines(token as Tokens.Table, look);
    case "blockquote": {
      const { tokens } = token as Tokens.Blockquote;
      const inner = blockLines(tokens, { ...look, width: Math.max(1, width - 2) });
      return inner.map((line) => paint("dim", "│ ") + line);
    }
    case "hr":
      return [paint("dim", "─".repeat(Math.min(width, 40)))];
    default: {
      const { tokens, raw } = token as Tokens.Generic;
      return wrap((tokens ? inlineText(tokens, look) : raw).trimEnd(), width);
    }
  }
}

function codeLines({ text, lang }: Tokens.Code, { width, paint, highlight }: MarkdownLook): string[] {
  const language = /^[\w+#.-]+/.exec(lang ?? "")?.[0] ?? "";
  const shown = (language === "" ? undefined : highlight?.(text, language)) ?? text;
  const label = language === "" ? [] : [paint("dim", `  ${language}`)];
  return [...label, ...wrap(shown, width - 4).map((line) => (line === "" ? "" : `    ${line}`))];
}

function listLines({ items, ordered, start, loose }: Tokens.List, look: MarkdownLook): string[] {
  const { width, paint } = look;
  const first = start === "" ? 1 : start;
  const marks = items.map((item, index) => {
    const box = item.task ? (item.checked ? "[x] " : "[ ] ") : "";
    return `${ordered ? `${first + index}.` : "•"} ${box}`;
  });
  const indent = Math.max(...marks.map(columnsOf));
  return items.flatMap((item, index) => {
    const narrow = { ...look, width: Math.max(8, width - indent) };
    const inner = loose
      ? blockLines(item.tokens, narrow)
      : item.tokens.filter(isShown).flatMap((token) => oneBlock(token, narrow));
    const mark = (marks[index] ?? "").padStart(ordered ? indent : 0);
    const lines = (inner.length === 0 ? [""] : inner).map((line, at) =>
      at === 0 ? paint("accent", mark) + line : " ".repeat(line === "" ? 0 : indent) + line,
    );
    return loose && index > 0 ? ["", ...lines] : lines;
  });
}
