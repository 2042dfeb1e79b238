import {
  groupedNumber,
  describeIssues,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type StandardSchema,
} from "@skein/protocol";
import { limits } from "./limits.ts";
import type { ListedTool } from "./listed-tool.ts";

type Compile = (schema: JsonSchema) => StandardSchema<JsonValue>;

/** Issues that are told. */
const mostIssues = 5;

/** A result's JSON value for programs, or why there is none although the server sent one. */
export type StructuredContent =
  | { readonly value: JsonValue }
  /** The end of a sentence. */
  | { readonly problem: string }
  | undefined;

const schemas = new WeakMap<ListedTool, StandardSchema<JsonValue> | "broken">();

/** What does not match the schema that the tool declares is no result for programs; the model reads the text all the same. */
export function structuredContent(
  { structuredContent: value }: JsonObject,
  tool: ListedTool,
  compile: Compile | undefined,
): StructuredContent {
  if (value === undefined) return undefined;
  if (Buffer.byteLength(JSON.stringify(value)) > limits.structuredBytes)
    return { problem: `it has more than ${groupedNumber(limits.structuredBytes)} bytes` };
  const { outputSchema } = tool.raw;
  if (!isJsonObject(outputSchema) || !compile) return { value };
  const schema = schemas.get(tool) ?? compiled(compile, outputSchema);
  schemas.set(tool, schema);
  if (schema === "broken") return { problem: "the output schema of the tool cannot be used" };
  const checked = schema["~standard"].validate(value);
  if (checked instanceof Promise || !checked.issues) return { value };
  const issues = describeIssues(checked.issues).slice(0, mostIssues);
  return { problem: `it does not match the tool's own output schema: ${issues.join("; ")}` };
}

function compiled(compile: Compile, schema: JsonSchema): StandardSchema<JsonValue> | "broken" {
  try {
    return compile(schema);
  } catch {
    return "broken";
  }
}
