import { fold, wordsOf } from "./words.ts";

/** A parsed query: every term of `all` must occur, and none of `none`. */
export interface SearchQuery {
  readonly all: readonly SearchTerm[];
  readonly none: readonly SearchTerm[];
}

/** Words that must follow each other. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** The last word is a prefix. */
  readonly isPrefix: boolean;
  /** The same as one word: an identifier may be written without its word boundaries. */
  readonly joined: string | undefined;
}

/** Further terms are ignored. */
const mostTerms = 32;

/**
 * Parses a query. Words are literal, whatever they contain: no query is invalid. Quotes make a phrase, a `*` at the
 * end of a word makes it a prefix, a `-` before a word or phrase excludes it.
 */
export function readQuery(text: string): SearchQuery {
  const all: SearchTerm[] = [];
  const none: SearchTerm[] = [];
  for (const { groups = {} } of text.toWellFormed().matchAll(termPattern)) {
    const { minus, phrase, word } = groups;
    const term = termOf(phrase ?? word ?? "", phrase === undefined);
    if (!term) continue;
    if (minus) none.push(term);
    else all.push(term);
    if (all.length + none.length >= mostTerms) break;
  }
  return { all, none };
}

/** An unclosed quote ends with the text. */
const termPattern = /(?<minus>(?<=^|\s)-)?(?:"(?<phrase>[^"]*)(?:"|$)|(?<word>[^\s"]+))/gu;

function termOf(text: string, isWord: boolean): SearchTerm | undefined {
  const words = [...wordsOf(text)].map(({ folded }) => folded);
  if (words.length === 0) return undefined;
  const isPrefix = isWord && text.endsWith("*");
  const bare = isPrefix ? text.slice(0, -1) : text;
  const isIdentifier = isWord && words.length > 1 && /^[\p{L}\p{N}]+$/u.test(bare);
  return { words, isPrefix, joined: isIdentifier ? fold(bare) : undefined };
}

/**
 * As an FTS5 expression, quoted so that nothing in it is syntax. `undefined` for an empty query.
 *
 * Source: https://www.sqlite.org/fts5.html, section 3.
 */
export function matchExpression({ all, none }: SearchQuery): string | undefined {
  if (all.length === 0) return undefined;
  const wanted = all.map(termExpression).join(" AND ");
  return none.length === 0 ? wanted : `(${wanted}) NOT (${none.map(termExpression).join(" OR ")})`;
}

function termExpression({ words, isPrefix, joined }: SearchTerm): string {
  const phrase = (text: string) => `"${text.replaceAll('"', '""')}"${isPrefix ? " *" : ""}`;
  const parts = phrase(words.join(" "));
  return joined === undefined ? parts : `(${parts} OR ${phrase(joined)})`;
}
