// Plain JSON Schema as a Standard Schema. Loaded only when it is used: ajv
// takes tens of milliseconds.

import { Ajv, type ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  ConfigError,
  messageOf,
  type JsonSchema,
  type JsonValue,
  type StandardIssue,
  type StandardSchema,
} from "@skein/protocol";

/**
 * Wraps a plain JSON Schema in a Standard Schema, validated by ajv: draft
 * 2020-12 unless its `$schema` names draft 4, 6 or 7. Unknown keywords and
 * formats are ignored.
 *
 * All problems of a value are reported, not only the first: a model that reads
 * all of them needs one more call instead of several.
 *
 * @param schema - compiled at once, so create it outside of functions that run
 *   often.
 * @throws ConfigError `usage` if the schema itself is invalid.
 *
 * @example
 * ```ts
 * const point = jsonSchema({ type: "object", required: ["x"], properties: { x: { type: "number" } } });
 * await point["~standard"].validate({}); // { issues: [{ path: ["x"], message: "missing" }] }
 * ```
 */
export function jsonSchema(schema: JsonSchema): StandardSchema<JsonValue> {
  // The draft chooses the validator and is then removed: ajv refuses drafts
  // that it has not loaded.
  const { $schema, ...rules } = schema;
  const Validator = /draft-0[467]/.test(String($schema)) ? Ajv : Ajv2020;
  const validate = compiled(
    // Schemas of servers contain keywords and formats that no validator knows.
    new Validator({ strict: false, allErrors: true, validateFormats: false, logger: false }),
    rules,
  );
  return {
    "~standard": {
      version: 1,
      vendor: "skein",
      validate: (value) =>
        validate(value)
          ? { value: value as JsonValue }
          : { issues: (validate.errors ?? []).filter(isCause).map((error) => issueOf(error, value)) },
      jsonSchema: { input: () => rules },
    },
  };
}

/** Compiles a schema, and words the error for the author of the tool. */
function compiled(validator: Ajv | Ajv2020, rules: JsonSchema) {
  try {
    return validator.compile(rules);
  } catch (error) {
    throw new ConfigError("usage", `The JSON Schema is not valid: ${messageOf(error)}`, {
      cause: error,
      hint: "Fix the schema; https://json-schema.org describes the keywords.",
    });
  }
}

/**
 * Returns true for errors that say something new. `if` only repeats what its
 * branch reports.
 */
function isCause(error: ErrorObject): boolean {
  return error.keyword !== "if";
}

/** Words an error of ajv for a model: what was expected, and where. */
function issueOf(error: ErrorObject, value: unknown): StandardIssue {
  const at = error.instancePath
    .split("/")
    .slice(1)
    // Paths of ajv are JSON pointers. Source: RFC 6901, 4.
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case "type":
      return { path: at, message: `expected ${String(params["type"])}, received ${typeAt(value, at)}` };
    case "required":
      return { path: [...at, String(params["missingProperty"])], message: "missing" };
    case "additionalProperties":
    case "unevaluatedProperties": {
      const extra = params["additionalProperty"] ?? params["unevaluatedProperty"];
      return { path: [...at, String(extra)], message: "not a property of this object" };
    }
    case "enum":
      return { path: at, message: `expected one of ${JSON.stringify(params["allowedValues"]).slice(1, -1)}` };
    case "const":
      return { path: at, message: `expected ${JSON.stringify(params["allowedValue"])}` };
    default:
      return { path: at, message: error.message ?? error.keyword };
  }
}

/** Names the type of the value at a place. */
function typeAt(value: unknown, path: readonly string[]): string {
  const found = path.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value);
  return found === null ? "null" : Array.isArray(found) ? "array" : typeof found;
}
