import { isJsonObject } from "@skein/protocol";

export interface SchemaRules {
  /** Whether `anyOf`, `oneOf` and `allOf` may stand at the root. */
  readonly branchesAtRoot: boolean;
  /** Whether an object at the root must say what properties it has. */
  readonly needsProperties?: boolean;
  /** Whether arrays must say what they hold. */
  readonly needsItems?: boolean;
  /** Whether everything that is required must be described. */
  readonly requiredIsDescribed?: boolean;
  readonly forbidden?: readonly string[];
}

/** What a vendor with these rules would refuse of a tool's schema. */
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

const named = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const values = ["default", "const", "enum", "examples", "required"];

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
