import fc from "fast-check";
import type { KnownSecret } from "../src/known-secrets.ts";

export const key = new Uint8Array(32).fill(7);

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** Reproducible characters that look random, so that no real-looking token stands in a source file. */
export function randomText(length: number, seed: number, alphabet = letters): string {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  let text = "";
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += alphabet[Math.floor((state / 2 ** 32) * alphabet.length)];
  }
  return text;
}

/** Few different characters, so that values contain, begin and overlap each other; quotes, signs and letters beyond ASCII. */
const value = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "c", "1"), minLength: 8, maxLength: 14 }),
  fc
    .string({
      unit: fc.constantFrom("🔑", ..."abXY019+/=&?%\"\\ $'<>äß€-._:@#".split("")),
      minLength: 8,
      maxLength: 30,
    })
    .map((text) => `k${text}z`),
);

export const knownSecrets: fc.Arbitrary<readonly KnownSecret[]> = fc.array(
  fc.record({ name: fc.constantFrom("GITHUB_TOKEN", "npm_config__authToken", "p", "ключ", "A_"), value }),
  { maxLength: 6 },
);

/** Texts of secrets, of encodings and pieces of them, and of other things. */
function textsWith(secrets: readonly KnownSecret[]): fc.Arbitrary<string> {
  const values = secrets.map((secret) => secret.value);
  const noise = fc.oneof(
    fc.string({ unit: fc.constantFrom("a", "b", "c", "1", "_", " ", "\n", '"'), maxLength: 12 }),
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.constantFrom("__SECRET_", "__", "SECRET", "__SECRET_A", "password=", "https://", "-----BEGIN ", "\\n"),
  );
  const part =
    values.length === 0
      ? noise
      : fc.oneof(
          noise,
          fc.constantFrom(...values),
          fc.constantFrom(...values).chain((text) => fc.constantFrom(...encodings(text))),
          fc
            .tuple(fc.constantFrom(...values), fc.nat(30), fc.nat(30))
            .map(([text, from, to]) => text.slice(Math.min(from, to), Math.max(from, to))),
        );
  return fc.array(part, { maxLength: 20 }).map((parts) => parts.join(""));
}

export const secretsAndText: fc.Arbitrary<readonly [readonly KnownSecret[], string]> = knownSecrets.chain(
  (secrets) => fc.tuple(fc.constant(secrets), textsWith(secrets)),
);

/** Written independently of the package's own. */
export function encodings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const percent = encodeURIComponent(text);
  const forwards = [
    text,
    JSON.stringify(text).slice(1, -1),
    JSON.stringify(JSON.stringify(text)).slice(3, -3),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    Buffer.from(`me:${text}`).toString("base64"),
    Buffer.from(`user:${text}\n`).toString("base64"),
    percent,
    percent.replace(/%../g, (sign) => sign.toLowerCase()),
    new URLSearchParams({ k: text }).toString().slice(2),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
  ];
  return [...forwards, ...forwards.slice(0, 2).map(reversed), reversed(bytes.toString("hex"))];
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join("");
}

/** Cuts a text at places that the numbers choose. */
export function cut(text: string, places: readonly number[]): readonly string[] {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].toSorted((a, b) => a - b);
  return [...at, text.length].map((end, index) => text.slice(at[index - 1] ?? 0, end));
}
