import { isJsonObject, type Extension, type JsonObject, type JsonValue } from "@skein/protocol";

const keyword = "x-mcp-header";
/** As the revision names it. */
const headerMismatch = -32_020;

interface ToolCallMessage {
  readonly id?: JsonValue;
  readonly params?: { readonly name?: string; readonly arguments?: JsonObject };
}

/**
 * Refuses a tool call whose headers say something else than its body. Revision 2026-07-28: inputs whose schema has
 * `x-mcp-header` are repeated in headers, by which proxies route and filter.
 *
 * @param body - JSON.
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

/** Names of headers, with the values that they repeat. */
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

function asText(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Values that no header can have are sent as Base64. @returns `false` when that is not valid. */
function decoded(header: string | null): string | undefined | false {
  if (header === null) return undefined;
  const encoded = /^=\?base64\?(.*)\?=$/s.exec(header)?.[1];
  if (encoded === undefined) return header;
  const bytes = Buffer.from(encoded, "base64");
  return bytes.toString("base64") === encoded && bytes.toString();
}
