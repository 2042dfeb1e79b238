// One tool with a schema that a vendor does not accept makes every request
// fail. Tools of MCP servers are written by others, so the agent leaves such a
// tool out instead of ending the run; for that it must know which one the error
// is about.
import { isJsonObject, ProviderError } from "@skein/protocol";
import type { ToolDefinition } from "@skein/protocol";
import { ownNames } from "./tool-names.ts";

/** Tool of a request as it was sent. */
export interface SentTool {
  /** Name on the wire. */
  readonly name: string;
  /** Schema as the vendor received it, after all changes. */
  readonly schema: unknown;
}

/** Tools of a request, with what was sent for them. */
export interface SentTools {
  /** Tools of the request, deferred ones too. */
  readonly tools: readonly ToolDefinition[];
  /** Converts a tool's name for the protocol. */
  readonly wireName: (name: string) => string;
  /**
   * Returns the tools in the order of the wire, the vendor's own ones included.
   */
  readonly sent: () => readonly SentTool[];
}

/**
 * Adds the names of the tools whose definitions the vendor rejected, if its
 * message tells them: by index, by name, or by what a parser could not read.
 * The agent then leaves them out.
 *
 * @returns a copy of a `bad-request` error that names tools. Every other error
 *   unchanged.
 */
export function withRefusedTools(error: unknown, { tools, wireName, sent }: SentTools): unknown {
  if (!ProviderError.is(error) || error.code !== "bad-request" || tools.length === 0) return error;
  const own = ownNames(tools, wireName);
  const known = new Set(tools.map(({ name }) => name));
  const refusedTools = toolsInText(error.message, sent())
    .map((name) => own(name))
    .filter((name) => known.has(name));
  if (refusedTools.length === 0) return error;
  const { code, message, provider, retryable, retryAfterMs, status, requestId, unbilled, hint, nextStep } =
    error;
  return new ProviderError(code, message, {
    provider,
    retryable,
    retryAfterMs,
    status,
    requestId,
    unbilled,
    nextStep,
    cause: error,
    refusedTools,
    ...(hint === undefined ? {} : { hint }),
  });
}

/**
 * Forms of vendors, each with an index in its first group.
 *
 * - `tools.3.custom.input_schema: JSON schema is invalid` (Anthropic, also
 *   through Bedrock and Vertex)
 * - `toolConfig.tools.3.toolSpec.inputSchema.json.type must be` (Bedrock)
 * - `Invalid 'tools[3].function.name'` and `tools[3].parameters` (OpenAI) -
 *   `tools[0].function_declarations[3].parameters.properties[a].items: missing field`
 *   (Gemini)
 */
const indexed: readonly RegExp[] = [
  /\bfunction_?declarations\[(\d+)\]/gi,
  /\btools\.(\d+)\.(?:custom\.)?(?:input_schema|name|description)\b/g,
  /\btoolConfig\.tools\.(\d+)\.(?:member\.)?toolSpec\b/g,
  /\btools\[(\d+)\]\.(?:function\.)?(?:parameters|name|description)\b/g,
];

/**
 * Forms with a name in their first group.
 *
 * -
 * `Invalid schema for function 'look': In context=(), object schema missing properties`
 * (OpenAI and compatible servers)
 * - ``Unable to submit request because `look` functionDeclaration
 *   `parameters.f` schema didn't specify`` (Vertex)
 * - `Invalid tool parameters schema for tool "look"` and similar (gateways)
 */
const naming: readonly RegExp[] = [
  /\b(?:schema|parameters|definition|name) (?:for|of|in) (?:the )?(?:function|tool)(?: named| call)? ['"`]([^'"`]+)['"`]/gi,
  /[`'"]([^`'"]+)[`'"] function_?declaration\b/gi,
];

/**
 * Error of a parser in Go: Ollama's, and that of gateways. Source:
 * encoding/json, UnmarshalTypeError.
 */
const unreadable =
  /cannot unmarshal (array|bool|number|object|string)\b[^ ]* into Go (?:struct field ([\w.]*)|value) ?of type/i;

/**
 * Finds the tools that a message is about. A parser's error is read only if no
 * tool is named.
 */
function toolsInText(text: string, sent: readonly SentTool[]): readonly string[] {
  const byIndex = indexed.flatMap((form) =>
    [...text.matchAll(form)].flatMap(([, index]) => sent[Number(index)]?.name ?? []),
  );
  const names = new Set(sent.map(({ name }) => name));
  const byName = naming.flatMap((form) =>
    [...text.matchAll(form)].flatMap(([, name = ""]) => (names.has(name) ? [name] : [])),
  );
  const found = [...byIndex, ...byName];
  return [...new Set(found.length > 0 ? found : unreadableTools(text, sent))];
}

/**
 * Finds tools with a value of the type that the parser could not read, under
 * that keyword. Several tools can match: all of them would be rejected.
 */
function unreadableTools(text: string, sent: readonly SentTool[]): readonly string[] {
  const [, kind = "", field = ""] = unreadable.exec(text) ?? [];
  if (!/\btools?\b|^Tool/i.test(field)) return [];
  const keyword = field.split(".").at(-1) ?? "";
  return sent.flatMap(({ name, schema }) => (holds(schema, keyword, kind.toLowerCase()) ? [name] : []));
}

/** Searches a schema for a keyword with a value of this type, at any depth. */
function holds(value: unknown, keyword: string, kind: string): boolean {
  if (Array.isArray(value)) return value.some((item: unknown) => holds(item, keyword, kind));
  if (!isJsonObject(value)) return false;
  return Object.entries(value as Readonly<Record<string, unknown>>).some(
    ([name, inner]) => (name === keyword && kindOf(inner) === kind) || holds(inner, keyword, kind),
  );
}

/** Returns the type of a value in the words of Go's parser. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "bool";
  return value === null ? "null" : typeof value;
}
