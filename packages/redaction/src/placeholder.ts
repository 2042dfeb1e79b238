import { createHmac } from "node:crypto";

/** Hex digits of the hash: forty bits, to keep values of the same name apart. */
const hashDigits = 10;
const longestName = 24;
const opening = "__SECRET_";

/** A possible placeholder. Double underscores occur only at its ends, so it can be read in only one way. */
const shape = /__SECRET_[A-Z0-9]+(?:_[A-Za-z0-9]+)*__/y;

/**
 * A placeholder, such as `__SECRET_GITHUB_TOKEN_3fa9c1d2e4__`: the secret's name and a hash of its value, keyed per
 * installation, which tells equal values and reveals nothing else. Letters, digits and underscores pass unchanged
 * through JSON, shells, YAML and source code.
 *
 * @param isTaken - whether the short form already stands for another value; then the full hash is used.
 */
export function placeholderFor(
  name: string,
  value: string,
  key: Uint8Array,
  isTaken: (placeholder: string) => boolean,
): string {
  const shown = secretName(name);
  const hash = createHmac("sha256", key).update(value).digest("hex");
  const withDigits = (count: number) => `${opening}${shown}_${hash.slice(0, count)}__`;
  return isTaken(withDigits(hashDigits)) ? withDigits(hash.length) : withDigits(hashDigits);
}

/** A name as it appears in a placeholder: `npm_config__authToken` is `NPM_CONFIG_AUTH_TOKEN`, at most 24 characters. */
export function secretName(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== "");
  return words.join("_").slice(0, longestName).replace(/_$/, "") || "VALUE";
}

/** The placeholder of a value in an encoded form; restored to that form. */
export function placeholderOfForm(placeholder: string, form: string): string {
  return form === "" ? placeholder : `${placeholder.slice(0, -2)}_${form}__`;
}

/** The part of a placeholder after the name. */
export function placeholderHash(placeholder: string): string {
  return /_[0-9a-f]{10,64}(?:_[A-Z0-9]+)?__/.exec(placeholder)?.[0] ?? placeholder;
}

export function holdsPlaceholder(text: string): boolean {
  return replacePlaceholders(text, () => "") !== text;
}

/** @param meaning - the value of a placeholder; `undefined` leaves it unchanged. */
export function replacePlaceholders(
  text: string,
  meaning: (placeholder: string) => string | undefined,
): string {
  let start = text.indexOf(opening);
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
      start = text.indexOf(opening, done);
    } else {
      // Only one position further: `__SECRET_A` may come right before a real placeholder.
      start = text.indexOf(opening, start + 1);
    }
  }
  return done === 0 ? text : pieces.join("") + text.slice(done);
}
