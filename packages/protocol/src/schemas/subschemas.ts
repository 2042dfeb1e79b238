/** Keywords of JSON Schema with a list of schemas. Source: json-schema.org/draft/2020-12. */
export const schemaListKeywords = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;

/** Keywords with schemas by name; `definitions` is the older word for `$defs`. */
export const schemaMapKeywords = [
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
] as const;
