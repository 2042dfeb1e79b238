import { isJsonObject, type JsonSchema } from "@skein/protocol";
import { foreignText } from "./foreign-text.ts";
import { limits } from "./limits.ts";

/** A tool as its server lists it, read leniently. */
export interface ListedTool {
  /** The server's own name for it, whatever that holds. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** @returns `undefined` for what is no tool, or one whose schema is too long. */
export function listedTool(value: unknown): ListedTool | undefined {
  if (!isJsonObject(value) || typeof value["name"] !== "string") return undefined;
  const { name, title, description, inputSchema } = value;
  const schema = objectSchema(inputSchema);
  if (Buffer.byteLength(JSON.stringify(schema)) > limits.schemaBytes) return undefined;
  const words = [description, title].find((text) => typeof text === "string" && text.trim() !== "");
  return {
    name,
    description: typeof words === "string" ? foreignText(words, limits.descriptionBytes) : "",
    inputSchema: schema,
  };
}

function objectSchema(schema: unknown): JsonSchema {
  if (!isJsonObject(schema)) return { type: "object" };
  return schema["type"] === undefined ? { type: "object", ...schema } : schema;
}
