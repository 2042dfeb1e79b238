/** First characters of every placeholder of a redacted secret. */
export const placeholderOpening = "__SECRET_";

/**
 * Matches a possible placeholder. Double underscores occur only at its ends, so
 * it can be read in only one way.
 */
const shape = /__SECRET_[A-Z0-9]+(?:_[A-Za-z0-9]+)*__/y;
/** Matches the hash of the secret, and the encoding in which it was found. */
const hash = /_[0-9a-f]{10,64}(?:_[A-Z0-9]+)?__$/;

/**
 * Replaces the placeholders in a text.
 *
 * @param meaning - returns the value of a placeholder. `undefined`: the
 *   placeholder stays.
 */
export function replacePlaceholders(
  text: string,
  meaning: (placeholder: string) => string | undefined,
): string {
  let start = text.indexOf(placeholderOpening);
  if (start === -1) return text;
  const pieces: string[] = [];
  let done = 0;
  while (start !== -1) {
    shape.lastIndex = start;
    const found = shape.exec(text)?.[0];
    const value = found === undefined ? undefined : meaning(found);
    if (found !== undefined && value !== undefined) {
      pieces.push(text.slice(done, start), value);
      done = start + found.length;
      start = text.indexOf(placeholderOpening, done);
    } else {
      // Only one position further: `__SECRET_A` may come right before a real placeholder.
      start = text.indexOf(placeholderOpening, start + 1);
    }
  }
  return done === 0 ? text : pieces.join("") + text.slice(done);
}

/**
 * Finds the placeholders in a text that end with a hash, as those of a redactor
 * do. In order, with repetitions.
 */
export function placeholdersIn(text: string): readonly string[] {
  const found: string[] = [];
  replacePlaceholders(text, (placeholder) => {
    if (!hash.test(placeholder)) return undefined;
    found.push(placeholder);
    return placeholder;
  });
  return found;
}
