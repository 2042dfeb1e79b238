/** An encoded form of a value, and the mark in its placeholder; the plain value has no mark. */
export interface EncodedForm {
  readonly mark: string;
  readonly text: string;
}

/** The value and the other forms in which it occurs in files, URLs and headers, also reversed. Each text once. */
export function formsOf(value: string): readonly EncodedForm[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString("hex");
  const forwards = [
    { mark: "", text: value },
    ...escapedForms(value),
    ...[0, 1, 2].flatMap((offset) => [
      { mark: `B64X${offset}`, text: base64Core(bytes, offset, "base64") },
      { mark: `B64U${offset}`, text: base64Core(bytes, offset, "base64url") },
    ]),
    { mark: "HEX", text: hex },
    { mark: "HEXU", text: hex.toUpperCase() },
  ];
  const each = eachOnce(forwards);
  return eachOnce([
    ...each,
    ...each.map(({ mark, text }) => ({ mark: `REV${mark}`, text: backwards(text) })),
  ]);
}

function eachOnce(forms: readonly EncodedForm[]): readonly EncodedForm[] {
  const seen = new Set<string>();
  return forms.filter(({ text }) => !seen.has(text) && seen.add(text));
}

function backwards(text: string): string {
  return Array.from(text).toReversed().join("");
}

/** Without base64: for the lines of a value, which are often base64 themselves. */
export function escapedForms(value: string): readonly EncodedForm[] {
  if (/^[\w.~-]*$/.test(value)) return [{ mark: "JSON", text: value }];
  const json = jsonEscaped(value);
  const percent = percentEncoded(value);
  const strict = percent.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = strict.replaceAll("%20", "+");
  return [
    { mark: "JSON", text: json },
    { mark: "JSON2", text: jsonEscaped(json) },
    // Some JSON writers escape these for HTML.
    { mark: "JSONH", text: json.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`) },
    { mark: "URL", text: percent },
    { mark: "URLS", text: strict },
    { mark: "URLF", text: form },
    { mark: "URLL", text: lowerHex(percent) },
    { mark: "URLSL", text: lowerHex(strict) },
    { mark: "URLFL", text: lowerHex(form) },
  ];
}

function jsonEscaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function lowerHex(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (sign) => sign.toLowerCase());
}

/**
 * The base64 characters that these bytes alone determine when `offset` bytes (modulo three) come before them: the
 * same for any context, as in `user:password`. Less than eight bits remain outside.
 */
function base64Core(bytes: Buffer, offset: number, encoding: "base64" | "base64url"): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString(encoding);
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}
