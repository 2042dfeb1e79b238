import {
  escapeInvisible,
  mapStrings,
  type JsonSchema,
  type JsonObject,
  type JsonValue,
} from "@skein/protocol";

/** A server's schema made safe for a model, and the way back. */
export interface ShownSchema {
  readonly schema: JsonSchema;
  /** Whether anything had to be escaped. */
  readonly isChanged: boolean;
  /** Converts an input back to the server's own property names and choices. */
  readonly restored: (input: JsonObject) => JsonObject;
}

/**
 * Escapes every invisible character in every string of the schema: property names, descriptions, choices, defaults,
 * and references to them, so that its meaning stays the same.
 *
 * @returns `undefined` when two strings would become equal, which would make a call ambiguous.
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
