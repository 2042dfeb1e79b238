// Masks for the HTTP log. Names decide for headers and parameters, since a key
// there may have any form; values decide for everything else.
import { secretForms, withoutSecrets } from "../excerpt.ts";

/** Headers whose values are keys or session tokens. */
const secretHeader =
  /^(authorization|proxy-authorization|cookie|set-cookie)$|key|token|secret|password|credential|signature/i;

/** URL parameters that are keys. */
const secretParameter = /key|token|secret|password|signature|credential|^sig$/i;

/** Headers with token counts and limits, which only look like secrets. */
const harmlessHeader = /ratelimit|max[_-]?tokens/i;

/**
 * Replaces the values of secret headers by `[key]`, and secrets in all other
 * values.
 */
export function maskedHeaders(
  headers: Iterable<[string, string]>,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => {
      const isSecret = secretHeader.test(name) && !harmlessHeader.test(name);
      return [name, isSecret ? "[key]" : withoutSecrets(value, secrets)];
    }),
  );
}

/**
 * Removes user name and password from an address, and masks secret parameters.
 */
export function maskedUrl(address: string, secrets: readonly string[]): string {
  if (!URL.canParse(address)) return withoutSecrets(address, secrets);
  const url = new URL(address);
  if (url.password !== "" || url.username !== "") [url.username, url.password] = ["", ""];
  for (const name of new Set(url.searchParams.keys())) {
    if (secretParameter.test(name)) url.searchParams.set(name, "key-masked");
  }
  return withoutSecrets(url.href, secrets);
}

/**
 * Masks secrets in a byte stream, across chunk boundaries: a possible start of
 * a secret is held back. Works on bytes, so that binary data is preserved.
 */
export interface ByteMask {
  /** Returns the bytes that are safe to write. */
  take(bytes: Uint8Array): Uint8Array;
  /** Returns the bytes that were held back, masked. */
  end(): Uint8Array;
}

/**
 * Creates a mask for one stream. At least the length of the longest secret is
 * held back until `end`.
 */
export function byteMask(secrets: readonly string[]): ByteMask {
  // Bytes are treated as latin1 characters, so a UTF-8 secret has two forms.
  const known = [...secrets, ...secrets.map((secret) => Buffer.from(secret).toString("latin1"))];
  const forms = secretForms(known);
  const longest = Math.max(longestWord, ...forms.map((form) => form.length));
  const masked = (text: string): Uint8Array => Buffer.from(withoutSecrets(text, known), "latin1");
  let rest = "";
  return {
    take(bytes) {
      rest += Buffer.from(bytes).toString("latin1");
      const border = borderBefore(rest, rest.length - longest, forms);
      const out = rest.slice(0, border);
      rest = rest.slice(border);
      return masked(out);
    },
    end() {
      const out = rest;
      rest = "";
      return masked(out);
    },
  };
}

/** Length of the longest key that is recognized by its shape, in characters. */
const longestWord = 512;

/**
 * Finds a position at or before `at` that is inside no secret and, since keys
 * with a known shape are words, inside no word.
 */
function borderBefore(text: string, at: number, forms: readonly string[]): number {
  let border = Math.max(0, at);
  while (border > 0 && at - border < longestWord && /[\w-]/.test(text[border - 1]!)) border--;
  for (let before = -1; before !== border;) {
    before = border;
    for (const form of forms) {
      const from = Math.max(0, border - form.length + 1);
      const found = text.slice(from, border + form.length - 1).indexOf(form);
      if (found !== -1) border = Math.min(border, from + found);
    }
  }
  return border;
}
