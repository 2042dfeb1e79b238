// Rules of vendors for the schemas of tools, as far as their error messages
// have shown them. They describe what is refused, not what is useful: a schema
// without problems can still say little to a model.
import { isJsonObject } from "@skein/protocol";

/**
 * Rules of one vendor.
 *
 * Absent rules are not checked, so a vendor with no known limit needs only
 * `branchesAtRoot`.
 */
export interface SchemaRules {
  /** Whether to allow `anyOf`, `oneOf` and `allOf` at the root. */
  readonly branchesAtRoot: boolean;
  /** Whether to require `properties` at the root. Default: false. */
  readonly needsProperties?: boolean;
  /** Whether to require `items` in arrays. Default: false. */
  readonly needsItems?: boolean;
  /**
   * Whether to require a description of every required property. Default:
   * false.
   */
  readonly requiredIsDescribed?: boolean;
  /**
   * Keywords that may be nowhere. Default: none.
   *
   * Searched at every level. Properties with the same name are not keywords,
   * and are allowed.
   */
  readonly forbidden?: readonly string[];
}

/**
 * Lists what a vendor with these rules would refuse about a schema. Empty: it
 * is accepted.
 *
 * Add a rule for every refusal of the vendor that is seen.
 */
export function schemaProblems(schema: unknown, rules: SchemaRules): readonly string[] {
  if (!isJsonObject(schema)) return ["is no schema"];
  const atRoot = rules.branchesAtRoot ? [] : ["anyOf", "oneOf", "allOf"].filter((name) => name in schema);
  return [
    ...(schema["type"] === "object" ? [] : ["is no object at its root"]),
    ...(rules.needsProperties && !isJsonObject(schema["properties"])
      ? ["has no properties at its root"]
      : []),
    ...atRoot.map((name) => `has ${name} at its root`),
    ...problemsIn(schema, rules, "#"),
  ];
}

/** Keywords whose value maps names to schemas. */
const named = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
/** Keywords whose value is not a schema. */
const values = ["default", "const", "enum", "examples", "required"];

/**
 * Walks a schema. Names of properties are not keywords, values are not schemas.
 */
function problemsIn(schema: unknown, rules: SchemaRules, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((inner, at) => problemsIn(inner, rules, `${path}/${at}`));
  if (!isJsonObject(schema)) return [];
  const { type, items, prefixItems, required, properties } = schema;
  const undescribed =
    rules.requiredIsDescribed && Array.isArray(required) && isJsonObject(properties)
      ? required.filter((name) => !Object.hasOwn(properties, String(name)))
      : [];
  const isBareArray = type === "array" && items === undefined && prefixItems === undefined;
  return [
    ...(rules.forbidden ?? []).filter((name) => name in schema).map((name) => `has ${name} at ${path}`),
    ...(rules.needsItems && isBareArray ? [`has an array without items at ${path}`] : []),
    ...undescribed.map((name) => `requires ${String(name)}, which is not described, at ${path}`),
    ...Object.entries(schema).flatMap(([keyword, value]) => {
      if (values.includes(keyword)) return [];
      if (!named.includes(keyword)) return problemsIn(value, rules, `${path}/${keyword}`);
      return Object.entries(isJsonObject(value) ? value : {}).flatMap(([name, inner]) =>
        problemsIn(inner, rules, `${path}/${keyword}/${name}`),
      );
    }),
  ];
}
