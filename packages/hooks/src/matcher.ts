/** Which tools, or which kinds of an event, a hook waits for. */
export interface Matcher {
  /** As it was written. */
  readonly text: string;
  matches(names: readonly string[]): boolean;
}

/**
 * Nothing, `""` and `*` match all. Letters, digits and `_` are an exact name, several of them separated by `|` or commas;
 * anything else is a regular expression that fits somewhere in a name, as in Claude Code.
 *
 * @returns a sentence when the expression cannot be compiled.
 */
export function readMatcher(text: string): Matcher | string {
  if (text === "" || text === "*") return { text, matches: () => true };
  if (/^[\w|, ]+$/.test(text)) {
    const wanted = new Set(text.split(/[|,]/).map((name) => name.trim()));
    return { text, matches: (names) => names.some((name) => wanted.has(name)) };
  }
  try {
    const pattern = new RegExp(text);
    return { text, matches: (names) => names.some((name) => pattern.test(name)) };
  } catch (error) {
    return `is no regular expression (${(error as Error).message})`;
  }
}
