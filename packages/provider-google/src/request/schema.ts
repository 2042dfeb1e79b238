import { isJsonObject } from "@skein/protocol";

type Schema = { readonly [keyword: string]: unknown };

/** Deeper schemas are cut off: below this everything is allowed. The tool's own check still holds. */
const maxDepth = 32;

/**
 * A tool's schema in the form the vendor takes, `undefined` when there is nothing to give.
 *
 * JSON Schema passes whole, except for what makes the vendor refuse the entire request: a root that is no object,
 * `$schema`, references that do not lead to `$defs` (older drafts have `definitions`), required properties that are
 * not described.
 *
 * Source: ai.google.dev/api/caching, FunctionDeclaration.parametersJsonSchema.
 */
export function parametersSchema(schema: unknown): Schema | undefined {
  if (!isJsonObject(schema) || (schema["type"] !== undefined && schema["type"] !== "object"))
    return undefined;
  const { definitions, $defs, ...rest } = schema as Schema;
  const all = { ...objectOf(definitions), ...objectOf($defs) };
  const known = new Set(Object.keys(all));
  const fitted = fit(rest, known, 0) as Schema;
  if (!("$ref" in fitted) && !branches.some((name) => name in fitted) && isEmpty(fitted["properties"]))
    return undefined;
  return {
    ...fitted,
    type: "object",
    ...(known.size === 0 ? {} : { $defs: mapped(all, (value) => fit(value, known, 1)) }),
  };
}

const branches = ["anyOf", "oneOf", "allOf"];

/** Keywords whose value holds schemas by name, one schema or a list of them, as against values that only look like it. */
const byName = new Set(["properties", "patternProperties", "dependentSchemas"]);
const ofItems = ["items", "prefixItems", "additionalItems", "contains", "unevaluatedItems"];
const ofObjects = ["additionalProperties", "propertyNames", "unevaluatedProperties"];
const inside = new Set([...branches, ...ofItems, ...ofObjects, "not", "if", "then", "else"]);

function fit(schema: unknown, known: ReadonlySet<string>, depth: number): unknown {
  if (Array.isArray(schema)) return schema.map((item: unknown) => fit(item, known, depth));
  if (!isJsonObject(schema)) return schema;
  if (depth > maxDepth) return {};
  const { $schema: _, ...rest } = schema as Schema;
  const entries = Object.entries(rest).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === "$ref") return referenceTo(value, known);
    if (keyword === "required") return requiredOf(value, rest["properties"]);
    if (inside.has(keyword)) return [[keyword, fit(value, known, depth + 1)]];
    if (byName.has(keyword) && isJsonObject(value)) {
      return [[keyword, mapped(value, (item) => fit(item, known, depth + 1))]];
    }
    return [[keyword, value]];
  });
  return Object.fromEntries(entries);
}

function referenceTo(reference: unknown, known: ReadonlySet<string>): [string, unknown][] {
  const name =
    typeof reference === "string" ? /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(reference)?.[1] : undefined;
  return name !== undefined && known.has(name) ? [["$ref", `#/$defs/${name}`]] : [];
}

function requiredOf(required: unknown, properties: unknown): [string, unknown][] {
  if (!Array.isArray(required) || !isJsonObject(properties)) return [["required", required]];
  const names = required.filter((name) => typeof name === "string" && Object.hasOwn(properties, name));
  return names.length === 0 ? [] : [["required", names]];
}

function mapped(schemas: Schema, change: (schema: unknown) => unknown): Schema {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]));
}

function objectOf(value: unknown): Schema {
  return isJsonObject(value) ? value : {};
}

function isEmpty(properties: unknown): boolean {
  return !isJsonObject(properties) || Object.keys(properties).length === 0;
}
