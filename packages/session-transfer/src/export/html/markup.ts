import { visibleText } from "../visible-text.ts";

/**
 * A piece of a page. Made by `markup` alone: the mark is a symbol, so nothing that comes out of JSON is ever taken for
 * one.
 */
export interface Markup {
  readonly [source]: string;
}

const source = Symbol("markup");

/** What can stand in a page: a string is text, always. */
export type Shown = string | number | Markup | undefined | readonly Shown[];

/**
 * A template whose values are text: what comes from a session cannot become an element or end an attribute. Attributes
 * must be written with double quotes.
 */
export function markup(pieces: TemplateStringsArray, ...values: readonly Shown[]): Markup {
  let made = pieces[0] ?? "";
  for (const [index, value] of values.entries()) made += sourceOf(value) + (pieces[index + 1] ?? "");
  return { [source]: made };
}

/** For the page's own style sheet and script, which are constants. */
export function trusted(constant: string): Markup {
  return { [source]: constant };
}

export function sourceOf(value: Shown): string {
  if (value === undefined) return "";
  if (typeof value === "string") return textSource(value);
  if (typeof value === "number") return String(value);
  return source in value ? value[source] : value.map(sourceOf).join("");
}

/** At a time, so that a text of 100 MB is not there five times. */
const sliceCharacters = 262_144;

function textSource(text: string): string {
  if (text.length <= sliceCharacters) return escaped(visibleText(text));
  let made = "";
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + sliceCharacters);
    // Neither a pair of surrogates nor a line break of two characters is cut.
    while (to < text.length && /[\r\uD800-\uDBFF]/.test(text.charAt(to - 1))) to++;
    made += escaped(visibleText(text.slice(from, to)));
    from = to;
  }
  return made;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
