/** How every placeholder of a redacted secret begins. */
export const placeholderOpening = "__SECRET_";

/** A possible placeholder. Double underscores occur only at its ends, so it can be read in only one way. */
const shape = /__SECRET_[A-Z0-9]+(?:_[A-Za-z0-9]+)*__/y;
/** The hash of the secret, and the form that it is encoded in. */
const hash = /_[0-9a-f]{10,64}(?:_[A-Z0-9]+)?__$/;

/** @param meaning - the value of a placeholder; `undefined` leaves it unchanged. */
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

/** The placeholders in a text that end with a hash, as those of a redactor do. */
export function placeholdersIn(text: string): readonly string[] {
  const found: string[] = [];
  replacePlaceholders(text, (placeholder) => {
    if (!hash.test(placeholder)) return undefined;
    found.push(placeholder);
    return placeholder;
  });
  return found;
}
