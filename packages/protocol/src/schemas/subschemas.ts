/**
 * Keywords of JSON Schema whose value is a list of schemas.
 *
 * Source: JSON Schema 2020-12, core, 10.2.1 and 10.3.1.1.
 */
export const schemaListKeywords = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;

/**
 * Keywords of JSON Schema whose value maps names to schemas. `definitions` is
 * the name of `$defs` before draft 2019-09.
 */
export const schemaMapKeywords = [
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
] as const;
