import { escapeInvisible } from "@skein/extension-kit";
import { isJsonObject, type JsonObject, type JsonSchema } from "@skein/protocol";
import { claimsOf } from "./tools/claims.ts";
import { foreignText } from "./foreign-text.ts";
import { limits } from "./limits.ts";
import { shownSchema, type ShownSchema } from "./shown-schema.ts";

/** A tool as listed by its server, parsed leniently. */
export interface ListedTool {
  /** The server's own name for it. */
  readonly name: string;
  readonly description: string;
  /** With invisible characters escaped; the server's own is `ownSchema`. */
  readonly inputSchema: JsonSchema;
  readonly ownSchema: JsonSchema;
  /** What its annotations claim, see `claimsOf`. */
  readonly claims: string | undefined;
  /** As the server said it. */
  readonly raw: JsonObject;
  /** Converts an input back to the server's own names and values. */
  readonly restored: ShownSchema["restored"];
  /** Where it contains invisible characters: `its name`, `its description`, `its inputs`. */
  readonly hides: readonly string[];
}

/** @returns `undefined` if it is not a tool, its schema is too long, or its inputs are ambiguous once escaped. */
export function listedTool(value: unknown): ListedTool | undefined {
  if (!isJsonObject(value) || typeof value["name"] !== "string") return undefined;
  const { name, title, description, inputSchema } = value;
  const schema = objectSchema(inputSchema);
  if (Buffer.byteLength(JSON.stringify(schema)) > limits.schemaBytes) return undefined;
  const shown = shownSchema(schema);
  if (!shown) return undefined;
  const words = [description, title].find((text) => typeof text === "string" && text.trim() !== "");
  const said = typeof words === "string" ? words : "";
  const hides = [
    ...(isShown(name) ? [] : ["its name"]),
    ...(isShown(said) ? [] : ["its description"]),
    ...(shown.isChanged ? ["its inputs"] : []),
  ];
  return {
    name,
    description: foreignText(said, limits.descriptionBytes),
    inputSchema: shown.schema,
    ownSchema: schema,
    claims: claimsOf(value),
    raw: value,
    restored: shown.restored,
    hides,
  };
}

function isShown(text: string): boolean {
  const plain = text.replaceAll("\r\n", "\n");
  return escapeInvisible(plain) === plain;
}

function objectSchema(schema: unknown): JsonSchema {
  if (!isJsonObject(schema)) return { type: "object" };
  return schema["type"] === undefined ? { type: "object", ...schema } : schema;
}
