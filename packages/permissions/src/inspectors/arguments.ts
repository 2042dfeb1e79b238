import type { Word } from "../shell-analysis/index.ts";

/** The options and operands of a program, read without a table of its options. */
export interface Arguments {
  readonly words: readonly Word[];
  readonly operands: readonly Word[];
  /**
   * @param letters - single-letter options, any of them.
   * @param long - names of long options without dashes, any of them; abbreviations count too.
   */
  has(letters: string, ...long: readonly string[]): boolean;
}

export function readArguments(words: readonly Word[]): Arguments {
  const end = words.findIndex(({ text }) => text === "--");
  const before = end < 0 ? words : words.slice(0, end);
  const options = before.filter(({ text }) => /^-./.test(text));
  const operands = words.filter(
    (word, at) => at !== end && (!options.includes(word) || (end >= 0 && at > end)),
  );
  // A word that may become an option may be any of them.
  const isOpen = before.some(({ expansions, mayBeOption, text }) => {
    return (
      mayBeOption && !text.startsWith("-") && expansions.some((one) => one !== "glob" && one !== "tilde")
    );
  });
  return {
    words,
    operands,
    has: (letters, ...long) =>
      isOpen ||
      options.some(({ text }) =>
        text.startsWith("--")
          ? long.some((name) => name.startsWith(text.slice(2).replace(/=.*/s, "")))
          : Array.from(letters).some((letter) => text.slice(1).includes(letter)) ||
            long.includes(text.slice(1)),
      ),
  };
}
