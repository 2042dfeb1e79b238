// Schemas of authors. zod, valibot and arktype have one interface (Standard
// Schema); plain JSON Schema has none, so it is wrapped.

import { createRequire } from "node:module";
import {
  ConfigError,
  describeIssues,
  messageOf,
  type Checked,
  type JsonSchema,
  type JsonValue,
  type StandardSchema,
} from "@skein/protocol";
import type * as jsonSchemaModule from "./json-schema.ts";

/**
 * Issues to report at most, so that one bad input cannot fill the context
 * window.
 */
const maxIssues = 20;

/**
 * Author's schema as the two things that a tool needs. Both are created on
 * first use.
 *
 * `schema` throws if the author's schema has no JSON form; `check` never
 * throws.
 */
export interface ToolInput {
  /** Returns the JSON Schema for the model. */
  readonly schema: () => JsonSchema;
  /** Validates an input. */
  readonly check: (input: JsonValue) => Checked;
}

/**
 * Adapts a schema of an author, for inputs and for outputs.
 *
 * @param tool - name of the tool, for errors.
 */
export function toolInput(tool: string, input: StandardSchema | JsonSchema): ToolInput {
  let schema: JsonSchema | undefined;
  let standard = isStandard(input) ? input : undefined;
  return {
    schema: () => (schema ??= isStandard(input) ? objectSchema(tool, input) : input),
    check(value) {
      try {
        // Compiled at the first call, and reused.
        standard ??= fromJsonSchema(input as JsonSchema);
        return checked(standard, value);
      } catch (error) {
        return { ok: false, issues: [messageOf(error)] };
      }
    },
  };
}

/** Returns true for a Standard Schema. */
function isStandard(input: StandardSchema | JsonSchema): input is StandardSchema {
  return "~standard" in input;
}

/**
 * Validates a value. Asynchronous schemas are refused, because a check must not
 * wait.
 */
function checked(schema: StandardSchema, value: JsonValue): Checked {
  const result = schema["~standard"].validate(value);
  // Validation that waits could not refuse an input before the user is asked.
  if (result instanceof Promise) {
    // Its rejection has no other listener.
    result.catch(() => {});
    return {
      ok: false,
      issues: ["the schema of this tool validates asynchronously, which is not supported"],
    };
  }
  if (!result.issues) return { ok: true, value: result.value };
  // zod puts "Invalid input: " before each message; the model needs only the
  // rest.
  const lines = describeIssues(result.issues).map((line) => line.replace("Invalid input: ", ""));
  // The number of the others tells the model that fixing these is not enough.
  const more = lines.length - maxIssues;
  return { ok: false, issues: more > 0 ? [...lines.slice(0, maxIssues), `… and ${more} more`] : lines };
}

/**
 * Loads the validator. ajv takes tens of milliseconds to load, so it is loaded
 * only when a tool with a plain JSON Schema is called.
 */
function fromJsonSchema(schema: JsonSchema): StandardSchema {
  const require = createRequire(import.meta.url);
  const module = require("@skein/extension-kit/json-schema") as typeof jsonSchemaModule;
  return module.jsonSchema(schema);
}

/**
 * Converts a schema to JSON Schema. Its root must be an object: a model calls a
 * tool with one.
 */
function objectSchema(tool: string, input: StandardSchema): JsonSchema {
  let made: Record<string, unknown>;
  try {
    made = input["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  } catch (error) {
    throw new ConfigError(
      "usage",
      `The input of the tool "${tool}" has no JSON Schema: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
  const { $schema: _, ...schema } = withoutNoise(made) as Record<string, unknown>;
  if (schema["type"] === "object") return schema;
  // Libraries omit the type for unions and intersections.
  if (schema["type"] === undefined) return { type: "object", ...schema };
  throw new ConfigError("usage", `The input of the tool "${tool}" is not an object.`, {
    hint: "A model calls a tool with one JSON object: wrap the input in one.",
  });
}

/** Keywords whose value is data, not a schema. */
const dataKeywords = new Set(["const", "default", "enum", "examples"]);

/**
 * Removes limits that say nothing: some libraries express "an integer" as two
 * limits of sixteen digits each.
 */
function withoutNoise(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNoise);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([keyword, value]) =>
      !(keyword === "minimum" && value === Number.MIN_SAFE_INTEGER) &&
      !(keyword === "maximum" && value === Number.MAX_SAFE_INTEGER),
  );
  return Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, dataKeywords.has(keyword) ? value : withoutNoise(value)]),
  );
}
