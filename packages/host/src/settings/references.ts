import { isJsonObject, type JsonValue } from "@skein/protocol";

/** `${NAME}`, `${NAME:-what stands there without it}`, and `$${`, which means `${` itself. */
const reference = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

export interface Reference {
  readonly name: string;
  /** Used when no source has a value. */
  readonly fallback?: string;
}

/** The references in all texts of a value, each name once. A fallback counts only where every use has one. */
export function referencesIn(value: JsonValue): readonly Reference[] {
  const found = new Map<string, Reference>();
  for (const text of textsOf(value)) {
    for (const [, name, fallback] of text.matchAll(reference)) {
      if (name === undefined) continue;
      const before = found.get(name);
      const isNeeded = fallback === undefined || (before !== undefined && before.fallback === undefined);
      found.set(name, isNeeded ? { name } : { name, fallback: before?.fallback ?? fallback });
    }
  }
  return [...found.values()];
}

/** The same value with values in place of references; names without one stay as they are. */
export function fillReferences(value: JsonValue, values: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === "string") {
    return value.replaceAll(reference, (whole: string, name: string | undefined) =>
      name === undefined ? "${" : (values.get(name) ?? whole),
    );
  }
  if (Array.isArray(value)) return value.map((part: JsonValue) => fillReferences(part, values));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries<JsonValue>(value).map(([key, part]) => [key, fillReferences(part, values)]),
  );
}

/** Text in which nothing is a reference any more. */
export function withoutReferences(text: string): string {
  return text.replaceAll("${", () => "$${");
}

function textsOf(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((part: JsonValue) => textsOf(part));
  return isJsonObject(value) ? Object.values<JsonValue>(value).flatMap(textsOf) : [];
}
