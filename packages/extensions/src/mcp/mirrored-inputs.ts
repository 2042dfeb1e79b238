import type { Client } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonSchema, type JsonValue } from "@skein/protocol";

const keyword = "x-mcp-header";

/**
 * Whether a tool repeats inputs in HTTP headers, and follows the rules for that: the keyword may only be on strings,
 * integers and booleans reached through `properties`, and names each header once.
 *
 * Source: revision 2026-07-28, streamable HTTP, custom headers from tool parameters. Clients must leave out a tool
 * that breaks the rules.
 */
export function mirroredInputs(schema: JsonSchema): "none" | "sound" | "broken" {
  const everywhere = count(schema as JsonValue);
  if (everywhere === 0) return "none";
  const inPlace = annotated(schema as JsonValue);
  const names = new Set(inPlace.map(({ [keyword]: name }) => typeof name === "string" && name.toLowerCase()));
  const isSound = inPlace.length === everywhere && names.size === everywhere && inPlace.every(isRight);
  return isSound ? "sound" : "broken";
}

/** Only there are headers sent, and only there does the rule apply. */
export function mirrorsInputs(client: Client): boolean {
  return client.getProtocolEra() === "modern" && client.transport?.hasPerRequestStream === true;
}

type Property = { readonly [key: string]: JsonValue };

function annotated(schema: JsonValue | undefined): readonly Property[] {
  const properties = isJsonObject(schema) ? schema["properties"] : undefined;
  if (!isJsonObject(properties)) return [];
  return Object.values(properties).flatMap((property) => [
    ...(isJsonObject(property) && Object.hasOwn(property, keyword) ? [property] : []),
    ...annotated(property),
  ]);
}

function count(value: JsonValue | undefined): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item: JsonValue) => sum + count(item), 0);
  if (!isJsonObject(value)) return 0;
  const own = Object.hasOwn(value, keyword) ? 1 : 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + count(inner), own);
}

function isRight({ [keyword]: name, type }: Property): boolean {
  const isToken = typeof name === "string" && /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
  return isToken && ["string", "integer", "boolean"].some((allowed) => allowed === type);
}
