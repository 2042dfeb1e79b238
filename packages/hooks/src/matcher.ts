/** Which tools, or which kinds of an event, a hook waits for. */
export interface Matcher {
  /** As it was written. */
  readonly text: string;
  matches(names: readonly string[]): boolean;
}

/**
 * Nothing, `""` and `*` match all. Letters, digits, `_`, `-`, `:` and `|` are a list of exact names; anything else is a
 * regular expression that a whole name must fit.
 *
 * @returns a sentence when the expression cannot be compiled.
 */
export function readMatcher(text: string): Matcher | string {
  if (text === "" || text === "*") return { text, matches: () => true };
  if (/^[\w:|-]+$/.test(text)) {
    const wanted = new Set(text.split("|"));
    return { text, matches: (names) => names.some((name) => wanted.has(name)) };
  }
  try {
    const pattern = new RegExp(`^(?:${text})$`, "u");
    return { text, matches: (names) => names.some((name) => pattern.test(name)) };
  } catch (error) {
    return `is no regular expression (${(error as Error).message})`;
  }
}
