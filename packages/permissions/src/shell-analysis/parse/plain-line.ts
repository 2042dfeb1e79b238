/** One command of bare words, and where its text is. */
export interface PlainLine {
  readonly words: readonly string[];
  readonly start: number;
  readonly end: number;
}

/**
 * Words of characters that mean themselves wherever they are, and a comment. The first word has fewer of them: `=` would
 * assign, and the grammar takes others for an error.
 */
const bareWords = /^([\t ]*)([A-Za-z./][\w./-]*(?:[\t ]+[\w./@+:-][\w./@+,:=-]*)*)[\t ]*(?:[\t ]#[\t -~]*)?$/;

/** Words that the grammar may read as more than words. */
const special = new Set(
  `case coproc declare do done elif else esac export fi for function if in let local readonly select then time
   typeset unset unsetenv until while`.split(/\s+/),
);

/**
 * Reads a line that holds nothing but words: `npm test`, `ls -la src`. Most first commands are such lines, and the
 * parsers, which take tens of milliseconds and megabytes to load, would say the same of them.
 *
 * @returns `undefined` for every other text.
 */
export function plainLine(text: string): PlainLine | undefined {
  const [, blanks = "", command] = bareWords.exec(text) ?? [];
  const words = command?.split(/[\t ]+/);
  if (command === undefined || words === undefined || words.some((word) => special.has(word)))
    return undefined;
  return { words, start: blanks.length, end: blanks.length + command.length };
}
