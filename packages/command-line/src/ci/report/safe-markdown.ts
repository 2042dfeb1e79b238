import { escapeInvisible } from "@skein/protocol";

/**
 * What a model wrote, for GitHub: it notifies no one, loads no picture from elsewhere, closes nothing, and cannot be taken for
 * a comment of the action. Code stays as it is.
 */
export function safeMarkdown(text: string): string {
  return pieces(escapeInvisible(text))
    .map(({ isCode, text: piece }) => (isCode ? piece : safe(piece)))
    .join("");
}

function safe(text: string): string {
  return text
    .replaceAll("<!--", "&lt;!--")
    .replaceAll(/!\[/g, "[")
    .replaceAll(/<(?=\/?(?:img|picture|source|video|audio|iframe|svg)\b)/gi, "&lt;")
    .replaceAll(/(?<![\w`/.])@(?=[A-Za-z0-9])/g, "@<!-- -->")
    .replaceAll(
      /\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(:?\s+)(?=(?:[\w.-]+\/[\w.-]+)?#\d)/gi,
      "$1<!-- -->$2",
    );
}

/** Fenced blocks and code in a line, and what is between them. */
function pieces(text: string): readonly { readonly isCode: boolean; readonly text: string }[] {
  const code =
    /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\1[`~]*[ \t]*$|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\2(?!`)/gm;
  const found: { isCode: boolean; text: string }[] = [];
  let at = 0;
  for (const match of text.matchAll(code)) {
    found.push({ isCode: false, text: text.slice(at, match.index) }, { isCode: true, text: match[0] });
    at = match.index + match[0].length;
  }
  return [...found, { isCode: false, text: text.slice(at) }];
}
