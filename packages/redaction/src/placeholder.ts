import { createHmac } from "node:crypto";

/** Hexadecimal digits of the hash: forty bits, so that values of one name stay apart. */
const hashDigits = 10;
const longestName = 24;
const opening = "__SECRET_";

/** Where a placeholder may stand. Two underscores in a row are only at its ends, so it has one reading. */
const shape = /__SECRET_[A-Z0-9]+(?:_[A-Za-z0-9]+)*__/y;

/**
 * What stands for a value: `__SECRET_GITHUB_TOKEN_3fa9c1d2e4__`. It says the name and, through a hash with a key of
 * this installation, whether two are the same value; of the value it says nothing. Letters, digits and underscores
 * pass through JSON, shells, YAML and source code as they are.
 *
 * @param isTaken - whether it stands for another value; it then has the whole hash.
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

/** A name as a placeholder says it: `npm_config__authToken` is `NPM_CONFIG_AUTH_TOKEN`, in 24 characters at most. */
export function secretName(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== "");
  return words.join("_").slice(0, longestName).replace(/_$/, "") || "VALUE";
}

/** The placeholder of a value in another form, which turns back into that form. */
export function placeholderOfForm(placeholder: string, form: string): string {
  return form === "" ? placeholder : `${placeholder.slice(0, -2)}_${form}__`;
}

/** The end of a placeholder: all of it but the name. */
export function hashOf(placeholder: string): string {
  return /_[0-9a-f]{10,64}(?:_[A-Z0-9]+)?__/.exec(placeholder)?.[0] ?? placeholder;
}

export function holdsPlaceholder(text: string): boolean {
  return replacePlaceholders(text, () => "") !== text;
}

/** @param meaning - what a placeholder stands for; `undefined` leaves it. */
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
      // One further only: `__SECRET_A` may stand right before a real one.
      start = text.indexOf(opening, start + 1);
    }
  }
  return done === 0 ? text : pieces.join("") + text.slice(done);
}
