import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue } from "@skein/protocol";

/** What a vendor would refuse in a request's body, in its own words as far as they are known. Nothing: it would answer. */
export type Rules = (body: JsonObject) => Iterable<string>;

export function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

export function isBlank(value: JsonValue | undefined): boolean {
  return text(value).trim() === "";
}

/** Every vendor's parser refuses half a character: "no low surrogate in string". */
export function* loneSurrogates(value: JsonValue, place = "body"): Generator<string> {
  if (typeof value === "string") {
    if (!value.isWellFormed()) yield `${place}: no low surrogate in string`;
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (!key.isWellFormed()) yield `${place}: no low surrogate in a key`;
      yield* loneSurrogates(inner, `${place}.${key}`);
    }
  }
}

/** Names given twice. */
export function twice(names: readonly string[]): readonly string[] {
  return names.filter((name, at) => names.indexOf(name) !== at);
}

export function isBase64(data: string): boolean {
  return data !== "" && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
}

/** The media type of a data URL that holds base64; `undefined` for other URLs. */
export function dataUrlType(url: string): string | undefined {
  const [, type, data = ""] = /^data:([\w.+-]+\/[\w.+-]+);base64,(.*)$/s.exec(url) ?? [];
  return isBase64(data) ? type : undefined;
}
