import { createHmac } from "node:crypto";
import { placeholderOpening, replacePlaceholders } from "@skein/protocol";

/** Hex digits of the hash: forty bits, to keep values of the same name apart. */
const hashDigits = 10;
const longestName = 24;

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
  const withDigits = (count: number) => `${placeholderOpening}${shown}_${hash.slice(0, count)}__`;
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
