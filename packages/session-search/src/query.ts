import { fold, wordsOf } from "./words.ts";

/** What a user asked for. Every word of `all` must be there, none of `none`. */
export interface Query {
  readonly all: readonly Term[];
  readonly none: readonly Term[];
}

/** Words that must follow each other. */
export interface Term {
  readonly words: readonly string[];
  /** The last word need only begin so. */
  readonly isPrefix: boolean;
  /** The same as one word: an identifier may be written without its humps. */
  readonly joined: string | undefined;
}

/** More is nobody's question. */
const mostTerms = 32;

/**
 * Reads a question. Words are literal, whatever they contain: there is no wrong question. Quotes make a phrase, a `*`
 * at the end of a word stands for any ending, a `-` before a word or phrase excludes it.
 */
export function readQuery(text: string): Query {
  const all: Term[] = [];
  const none: Term[] = [];
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

/** A quote that is not closed ends with the text. */
const termPattern = /(?<minus>(?<=^|\s)-)?(?:"(?<phrase>[^"]*)(?:"|$)|(?<word>[^\s"]+))/gu;

function termOf(text: string, isWord: boolean): Term | undefined {
  const words = [...wordsOf(text)].map(({ folded }) => folded);
  if (words.length === 0) return undefined;
  const isPrefix = isWord && text.endsWith("*");
  const bare = isPrefix ? text.slice(0, -1) : text;
  const isIdentifier = isWord && words.length > 1 && /^[\p{L}\p{N}]+$/u.test(bare);
  return { words, isPrefix, joined: isIdentifier ? fold(bare) : undefined };
}

/**
 * In the language of FTS5, quoted so that nothing in it is syntax. `undefined` when nothing is asked for.
 *
 * Source: https://www.sqlite.org/fts5.html, section 3.
 */
export function matchExpression({ all, none }: Query): string | undefined {
  if (all.length === 0) return undefined;
  const wanted = all.map(termExpression).join(" AND ");
  return none.length === 0 ? wanted : `(${wanted}) NOT (${none.map(termExpression).join(" OR ")})`;
}

function termExpression({ words, isPrefix, joined }: Term): string {
  const phrase = (text: string) => `"${text.replaceAll('"', '""')}"${isPrefix ? " *" : ""}`;
  const parts = phrase(words.join(" "));
  return joined === undefined ? parts : `(${parts} OR ${phrase(joined)})`;
}
