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

/** At most this many issues, so that one bad input cannot fill the context window. */
const maxIssues = 20;

/** An author's schema as the two things a tool needs; both are created on first use. */
export interface ToolInput {
  readonly schema: () => JsonSchema;
  readonly check: (input: JsonValue) => Checked;
}

export function toolInput(tool: string, input: StandardSchema | JsonSchema): ToolInput {
  let schema: JsonSchema | undefined;
  let standard = isStandard(input) ? input : undefined;
  return {
    schema: () => (schema ??= isStandard(input) ? objectSchema(tool, input) : input),
    check(value) {
      try {
        standard ??= fromJsonSchema(input as JsonSchema);
        return checked(standard, value);
      } catch (error) {
        return { ok: false, issues: [messageOf(error)] };
      }
    },
  };
}

function isStandard(input: StandardSchema | JsonSchema): input is StandardSchema {
  return "~standard" in input;
}

function checked(schema: StandardSchema, value: JsonValue): Checked {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise) {
    result.catch(() => {});
    return {
      ok: false,
      issues: ["the schema of this tool validates asynchronously, which is not supported"],
    };
  }
  if (!result.issues) return { ok: true, value: result.value };
  const lines = describeIssues(result.issues).map((line) => line.replace("Invalid input: ", ""));
  const more = lines.length - maxIssues;
  return { ok: false, issues: more > 0 ? [...lines.slice(0, maxIssues), `… and ${more} more`] : lines };
}

/** ajv takes tens of milliseconds to load, so it is only loaded when a tool with a plain JSON Schema is called. */
function fromJsonSchema(schema: JsonSchema): StandardSchema {
  const require = createRequire(import.meta.url);
  const module = require("@skein/extension-kit/json-schema") as typeof jsonSchemaModule;
  return module.jsonSchema(schema);
}

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
  if (schema["type"] === undefined) return { type: "object", ...schema };
  throw new ConfigError("usage", `The input of the tool "${tool}" is not an object.`, {
    hint: "A model calls a tool with one JSON object: wrap the input in one.",
  });
}

/** Keywords whose value is data, not a schema. */
const dataKeywords = new Set(["const", "default", "enum", "examples"]);

/** Some schema libraries express "an integer" as two limits of sixteen digits each; a model has no use for them. */
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
