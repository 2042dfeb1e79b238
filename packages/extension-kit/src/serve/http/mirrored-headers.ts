// Headers that repeat inputs, so that proxies can route a call without parsing
// its body.

import { isJsonObject, type Extension, type JsonObject, type JsonValue } from "@skein/protocol";

/** Keyword of a property whose value is repeated in a header. */
const keyword = "x-mcp-header";
/** Error code, as the revision names it. */
const headerMismatch = -32_020;

/** Parts of a tool call that matter here. */
interface ToolCallMessage {
  readonly id?: JsonValue;
  readonly params?: { readonly name?: string; readonly arguments?: JsonObject };
}

/**
 * Refuses a tool call whose headers say something else than its body. Inputs
 * whose schema has `x-mcp-header` are repeated in headers, by which proxies
 * route and filter; a difference would bypass them.
 *
 * Source: MCP, revision 2026-07-28, transports.
 *
 * @param body - body of the request, as JSON.
 * @returns the response with the error, or undefined if all headers match.
 */
export async function refuseOtherHeaders(
  headers: Headers,
  body: string,
  extension: Extension,
): Promise<Response | undefined> {
  const message = (JSON.parse(body) ?? {}) as ToolCallMessage;
  const { name, arguments: input = {} } = message.params ?? {};
  const tool = (await extension.tools()).find((one) => one.name === name);
  const different = mirrored(tool?.inputSchema ?? {}, input).find(
    ([header, value]) => decoded(headers.get(`mcp-param-${header}`)) !== asText(value),
  );
  if (!different) return undefined;
  const text = `The header Mcp-Param-${different[0]} does not match the body.`;
  const error = { code: headerMismatch, message: text };
  return Response.json({ jsonrpc: "2.0", id: message.id ?? null, error }, { status: 400 });
}

/** Lists the headers with the values that they must repeat. */
function mirrored(
  schema: unknown,
  input: JsonValue | undefined,
): readonly (readonly [string, JsonValue | undefined])[] {
  const properties = isJsonObject(schema) ? schema["properties"] : undefined;
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([key, property]) => {
    const value = isJsonObject(input) ? input[key] : undefined;
    const header = isJsonObject(property) ? property[keyword] : undefined;
    return [...(typeof header === "string" ? [[header, value] as const] : []), ...mirrored(property, value)];
  });
}

/** Writes a value as it is in a header. */
function asText(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Reads a header. Values that no header can contain are sent as base64. Returns
 * `false` if that is not valid.
 */
function decoded(header: string | null): string | undefined | false {
  if (header === null) return undefined;
  const encoded = /^=\?base64\?(.*)\?=$/s.exec(header)?.[1];
  if (encoded === undefined) return header;
  const bytes = Buffer.from(encoded, "base64");
  return bytes.toString("base64") === encoded && bytes.toString();
}
