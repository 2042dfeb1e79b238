import { escapeInvisible } from "@skein/extension-kit";
import { mapStrings, type JsonSchema, type JsonObject, type JsonValue } from "@skein/protocol";

/** A server's schema as a model may read it, and the way back. */
export interface ShownSchema {
  readonly schema: JsonSchema;
  /** Whether something had to be shown. */
  readonly isChanged: boolean;
  /** An input in the server's own words: its names of properties, its choices. */
  readonly restored: (input: JsonObject) => JsonObject;
}

/**
 * The schema with every hidden character of every string shown: names of properties, descriptions, choices, defaults,
 * and whatever refers to them, so that it says the same as before.
 *
 * @returns `undefined` when two strings would become one, and a call could mean either.
 */
export function shownSchema(schema: JsonSchema): ShownSchema | undefined {
  const originals = new Map<string, string>();
  const strings = new Set<string>();
  const shown = mapStrings(schema, (text) => {
    strings.add(text);
    const now = escapeInvisible(text);
    if (now !== text) {
      if ((originals.get(now) ?? text) !== text) strings.add(now);
      originals.set(now, text);
    }
    return now;
  });
  if ([...originals.keys()].some((now) => strings.has(now))) return undefined;
  return {
    schema: shown,
    isChanged: originals.size > 0,
    restored: (input) =>
      originals.size === 0
        ? input
        : (mapStrings(input as JsonValue, (text) => originals.get(text) ?? text) as JsonObject),
  };
}
