import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  schemaListKeywords,
  schemaMapKeywords,
} from "@skein/protocol";
import { repairKeyword } from "./repair-keyword.ts";
import { isNestedDeeper } from "./nesting.ts";
import { isDangling } from "./reference.ts";

/** Functions that walk a schema call themselves: a deeper one could take the whole stack, and the list of all tools with it. */
const mostLevels = 200;

export type RepairedSchema = { readonly schema: JsonSchema } | { readonly problem: string };

/**
 * Makes the schema of a tool a valid one of draft 2020-12 where only one meaning is possible: `required: true` inside a
 * property, `exclusiveMinimum: true`, empty types and lists, `null` for what is absent, tuples of older drafts. Vendors reject
 * a whole request for one invalid schema.
 *
 * @returns the same object if nothing is wrong; a problem (a clause, without its period) if no repair is certain.
 */
export function repairSchema(schema: JsonSchema): RepairedSchema {
  if (isNestedDeeper(schema, mostLevels))
    return { problem: `# is nested more than ${mostLevels} levels deep` };
  try {
    const once = repairedRoot(schema as JsonObject);
    // A reference into what was moved or left out leads to nothing now.
    return { schema: once === schema ? schema : repairedRoot(once) };
  } catch (error) {
    if (error instanceof SchemaFault) return { problem: error.message };
    throw error;
  }
}

class SchemaFault extends Error {}

interface Position {
  readonly root: JsonObject;
  /** JSON pointer of the schema, for messages. */
  readonly path: string;
}

const single = ["additionalProperties", "not", "contains", "propertyNames", "if", "then", "else"];
const unevaluated = ["unevaluatedItems", "unevaluatedProperties", "contentSchema"];
const inside: ReadonlySet<string> = new Set([...single, ...unevaluated, "items"]);

function repairedRoot(root: JsonObject): JsonObject {
  return repaired(root, { root, path: "#" });
}

function repaired(schema: JsonObject, position: Position): JsonObject {
  const plain = withTuple(withExclusive(withRequired(schema)));
  let isSame = plain === schema;
  const entries = Object.entries(plain).flatMap(([keyword, value]): (readonly [string, JsonValue])[] => {
    const now = repairedValue(keyword, value, below(position, keyword));
    if (now !== value) isSame = false;
    return now === undefined ? [] : [[keyword, now]];
  });
  return isSame ? schema : Object.fromEntries(entries);
}

function below({ root, path }: Position, step: string): Position {
  return { root, path: `${path}/${step.replaceAll("~", "~0").replaceAll("/", "~1")}` };
}

/** @returns `undefined` for a keyword that says nothing. */
function repairedValue(keyword: string, value: JsonValue, position: Position): JsonValue | undefined {
  if (keyword === "$ref" || keyword === "$dynamicRef") {
    if (value === null) return undefined;
    if (isDangling(value, position.root)) throw fault(position, `leads to nothing: ${JSON.stringify(value)}`);
    return value;
  }
  if (inside.has(keyword)) return value === null ? undefined : inner(value, position);
  if (isOneOf(schemaListKeywords, keyword)) return listed(value, position);
  if (isOneOf(schemaMapKeywords, keyword)) return namedSchemas(value, position);
  const result = repairKeyword(keyword, value);
  if ("problem" in result) throw fault(position, result.problem);
  return result.value;
}

/** The words are looked up here and not kept at load: in the bundle this module may be loaded before them. */
function isOneOf(words: readonly string[], word: string): boolean {
  return words.includes(word);
}

function inner(value: JsonValue, position: Position): JsonValue {
  if (typeof value === "boolean") return value;
  if (!isJsonObject(value)) throw fault(position, "is not a schema");
  return repaired(value, position);
}

function listed(value: JsonValue, position: Position): JsonValue | undefined {
  if (value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  if (!Array.isArray(value)) throw fault(position, "is not a list of schemas");
  const schemas = value.map((item: JsonValue, index) => inner(item, below(position, `${index}`)));
  return schemas.every((item, index) => item === value[index]) ? value : schemas;
}

function namedSchemas(value: JsonValue, position: Position): JsonValue | undefined {
  if (value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  if (!isJsonObject(value)) throw fault(position, "is not a map of schemas");
  if (Object.hasOwn(value, "")) throw fault(position, "has a property without a name");
  const entries = Object.entries(value).map(
    ([name, schema]) => [name, inner(schema, below(position, name))] as const,
  );
  return entries.every(([name, schema]) => schema === value[name]) ? value : Object.fromEntries(entries);
}

/** `required: true` inside a property, as in draft 3, belongs to the list of its object. */
function withRequired(schema: JsonObject): JsonObject {
  const { properties, required } = schema;
  const isList = Array.isArray(required);
  const marked = isJsonObject(properties)
    ? Object.entries(properties).flatMap(([name, property]) =>
        isJsonObject(property) && property["required"] === true ? [name] : [],
      )
    : [];
  if (marked.length === 0) return schema;
  const before = isList ? required : [];
  return { ...schema, required: [...new Set([...before, ...marked])] };
}

/** In draft 4, `exclusiveMinimum: true` made `minimum` exclusive. */
function withExclusive(schema: JsonObject): JsonObject {
  return (["Minimum", "Maximum"] as const).reduce((before, end) => {
    const [exclusive, plain] = [`exclusive${end}`, end.toLowerCase()];
    const isExclusive = before[exclusive];
    if (typeof isExclusive !== "boolean") return before;
    const { [exclusive]: _, ...rest } = before;
    const limit = rest[plain];
    if (!isExclusive || typeof limit !== "number") return rest;
    const { [plain]: __, ...others } = rest;
    return { ...others, [exclusive]: limit };
  }, schema);
}

/** Until draft 2019-09, a list in `items` described a tuple, and `additionalItems` the rest. */
function withTuple(schema: JsonObject): JsonObject {
  const { items, additionalItems, ...rest } = schema;
  if (!Array.isArray(items)) return schema;
  return {
    ...rest,
    ...(items.length === 0 ? {} : { prefixItems: items }),
    ...(additionalItems === undefined || additionalItems === null ? {} : { items: additionalItems }),
  };
}

function fault({ path }: Position, problem: string): SchemaFault {
  return new SchemaFault(`${path} ${problem}`);
}
