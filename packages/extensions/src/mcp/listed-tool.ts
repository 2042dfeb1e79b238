import { escapeInvisible, escapeName, isJsonObject, type JsonObject, type JsonSchema } from "@skein/protocol";
import { claimsOf } from "./tools/claims.ts";
import { foreignText } from "./foreign-text.ts";
import { limits } from "./limits.ts";
import { repairSchema } from "./schemas/repair-schema.ts";
import { shownSchema, type ShownSchema } from "./shown-schema.ts";

/** Of a name, and of the problem of a schema, in a notice. */
const [shownCharacters, problemCharacters] = [80, 200];

/** A tool as listed by its server, parsed leniently. */
export interface ListedTool {
  /** The server's own name for it. */
  readonly name: string;
  readonly description: string;
  /** Repaired, and with invisible characters escaped; the server's own is `ownSchema`. */
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

/** A tool that no vendor would accept. */
export interface BrokenTool {
  /** Escaped and shortened. */
  readonly name: string;
  /** Clause without its period, escaped. */
  readonly problem: string;
}

/** Returns the problem of a tool whose schema is invalid and has no certain repair; `undefined` if it has none. */
export function brokenTool(value: unknown): BrokenTool | undefined {
  if (!isJsonObject(value) || typeof value["name"] !== "string") return undefined;
  const result = repairSchema(objectSchema(value["inputSchema"]));
  if (!("problem" in result)) return undefined;
  return {
    name: escapeName(value["name"]).slice(0, shownCharacters),
    problem: escapeName(result.problem).slice(0, problemCharacters),
  };
}

/**
 * @returns `undefined` if it is not a tool, its schema is too long or cannot be repaired, or its inputs are ambiguous once
 *   escaped.
 */
export function listedTool(value: unknown): ListedTool | undefined {
  if (!isJsonObject(value) || typeof value["name"] !== "string") return undefined;
  const { name, title, description, inputSchema } = value;
  const schema = objectSchema(inputSchema);
  const repair = repairSchema(schema);
  if ("problem" in repair || Buffer.byteLength(JSON.stringify(schema)) > limits.schemaBytes) return undefined;
  const shown = shownSchema(repair.schema);
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
