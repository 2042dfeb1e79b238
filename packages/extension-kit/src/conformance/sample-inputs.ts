// Inputs made from a schema. They are not random, so that a rule that fails
// once fails always.
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "@skein/protocol";
import { jsonSchema } from "../json-schema.ts";

/** Levels to fill. References can form circles. */
const maxDepth = 6;

/**
 * Builds inputs that match a tool's schema: with as little as possible, with
 * everything, and with unusual values such as control characters, long texts
 * and large numbers. Candidates that do not match are left out.
 *
 * @param schema - JSON Schema with an object at its root.
 * @returns four inputs or fewer.
 *
 * @example
 * ```ts
 * const inputs = await sampleInputs({ type: "object", properties: { path: { type: "string" } } });
 * console.log(inputs[0]); // {}: nothing is required
 * ```
 */
export async function sampleInputs(schema: JsonSchema): Promise<readonly JsonObject[]> {
  const root = schema as JsonObject;
  // The third one contains a zero byte, a change of direction, a path upwards
  // and template syntax.
  const styles: readonly Style[] = [
    { text: "x", number: 1, isFull: false },
    { text: "x", number: 1, isFull: true },
    { text: "\u0000\u202e../../💥%s${x}\n", number: -1, isFull: true },
    { text: "x".repeat(10_000), number: 2 ** 31, isFull: true },
  ];
  const candidates = styles.map((style) => valueFor(root, { ...style, root, depth: 0 })).filter(isJsonObject);
  const { validate } = jsonSchema(schema)["~standard"];
  const valid: JsonObject[] = [];
  for (const candidate of candidates) if (!(await validate(candidate)).issues) valid.push(candidate);
  return valid;
}

/** Values to fill a schema with. */
interface Style {
  /** Text for strings. */
  readonly text: string;
  /** Number for numbers, raised or lowered to the limits of the schema. */
  readonly number: number;
  /** Whether to fill optional properties too. */
  readonly isFull: boolean;
}

/** State of one input. */
interface Making extends Style {
  readonly root: JsonObject;
  readonly depth: number;
}

/** Builds a value for a schema. */
function valueFor(schema: JsonValue | undefined, making: Making): JsonValue {
  if (!isJsonObject(schema) || making.depth > maxDepth) return making.text;
  const inner = { ...making, depth: making.depth + 1 };
  const { const: only, enum: choices, $ref: reference, type } = schema;
  // Keywords that allow one value are decisive.
  if (only !== undefined) return only;
  if (Array.isArray(choices) && choices[0] !== undefined) return choices[0] as JsonValue;
  if (typeof reference === "string") return valueFor(referred(reference, making.root), inner);
  const branch = [schema["anyOf"], schema["oneOf"], schema["allOf"]].find(Array.isArray) as
    | JsonValue[]
    | undefined;
  // The first branch is enough: validation decides whether it fits.
  if (branch && type === undefined) return valueFor(branch[0], inner);
  switch (Array.isArray(type) ? type[0] : type) {
    case "object":
      return objectFor(schema, inner);
    case "array":
      return listFor(schema, inner);
    case "integer":
    case "number":
      return numberFor(schema, making.number);
    case "boolean":
      return making.isFull;
    case "null":
      return null;
    case "string":
      return textFor(schema, making.text);
    default:
      return "properties" in schema ? objectFor(schema, inner) : making.text;
  }
}

/** Builds an object. Optional properties stop at the deepest level. */
function objectFor({ properties, required }: JsonObject, making: Making): JsonObject {
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const chosen = Object.entries(isJsonObject(properties) ? properties : {}).filter(
    ([name]) => isRequired(name) || (making.isFull && making.depth < maxDepth),
  );
  return Object.fromEntries(chosen.map(([name, schema]) => [name, valueFor(schema, making)]));
}

/** Builds a list with as few items as allowed. */
function listFor({ items, minItems }: JsonObject, making: Making): JsonValue {
  const length = Math.max(typeof minItems === "number" ? minItems : 0, making.isFull ? 1 : 0);
  return Array.from({ length }, () => valueFor(items, making));
}

/** Chooses the number that is nearest to the wanted one within the limits. */
function numberFor(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonObject,
  wanted: number,
): number {
  const least = typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : minimum;
  const most = typeof exclusiveMaximum === "number" ? exclusiveMaximum - 1 : maximum;
  const raised = typeof least === "number" ? Math.max(least, wanted) : wanted;
  return typeof most === "number" ? Math.min(most, raised) : raised;
}

/** Fits a text to the allowed lengths. */
function textFor({ minLength, maxLength }: JsonObject, wanted: string): string {
  const least = typeof minLength === "number" ? wanted.padEnd(minLength, "x") : wanted;
  return typeof maxLength === "number" ? least.slice(0, maxLength) : least;
}

/** Resolves a reference inside of the schema. */
function referred(reference: string, root: JsonObject): JsonValue | undefined {
  const steps = reference.startsWith("#/") ? reference.slice(2).split("/") : [];
  return steps.reduce<JsonValue | undefined>(
    (value, step) => (isJsonObject(value) ? value[step] : undefined),
    root,
  );
}
