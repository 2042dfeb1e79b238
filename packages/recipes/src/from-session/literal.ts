import { hiddenCharacters } from "../check/hidden-characters.ts";

/** A text as a recipe's file must have it, so that rendering gives back the very text: braces are no template. */
export function literal(text: string): string {
  return text.replaceAll(/\{[{%#]/g, (opening) => `{{ '${opening}' }}`);
}

/** Removes characters that are invisible to people but read by a model: a recipe must not contain them. */
export function withoutHidden(text: string): string {
  const found = hiddenCharacters(text);
  const lines = text.split("\n");
  for (const { at, name } of found.toReversed()) {
    const line = lines[at.line - 1] ?? "";
    const length = Number.parseInt(name.slice(2), 16) > 0xffff ? 2 : 1;
    lines[at.line - 1] = line.slice(0, at.column - 1) + line.slice(at.column - 1 + length);
  }
  return lines.join("\n");
}
