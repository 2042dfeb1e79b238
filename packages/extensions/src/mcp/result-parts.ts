import {
  escapeInvisible,
  stripTerminalCodes,
  escapeName,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@skein/protocol";
import { limits } from "./limits.ts";

/** A part of a result that a model can read, or data that it cannot. */
export type ResultPart =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "bytes";
      readonly mediaType: string;
      readonly data: string;
      /** Address of the resource, escaped and shortened. */
      readonly source?: string;
    };

/** Parses a result leniently. What a model cannot read becomes a line that says what it was. */
export function resultParts(result: JsonObject): readonly ResultPart[] {
  const content = Array.isArray(result["content"]) ? (result["content"] as readonly JsonValue[]) : [];
  const parts = content.map(partOf);
  const structured = result["structuredContent"];
  if (structured === undefined || parts.some((part) => part.kind === "text")) return parts;
  return [...parts, text(JSON.stringify(structured, undefined, 2))];
}

function partOf(block: JsonValue): ResultPart {
  if (!isJsonObject(block)) return text("[A part that cannot be read.]");
  switch (block["type"]) {
    case "text":
      return text(words(block["text"]) ?? "");
    case "image":
    case "audio":
      return bytes(block["mimeType"], block["data"]);
    case "resource":
      return resource(block["resource"]);
    case "resource_link":
      return text(link(block));
    default:
      return text(
        `[A part of an unknown kind, ${JSON.stringify(words(block["type"]) ?? null)}, is left out.]`,
      );
  }
}

function resource(value: JsonValue | undefined): ResultPart {
  if (!isJsonObject(value)) return text("[A resource that cannot be read.]");
  const uri = words(value["uri"]) ?? "a resource without an address";
  const inline = words(value["text"]);
  if (inline !== undefined) return text(`[${uri}]\n${inline}`);
  const part = bytes(value["mimeType"], value["blob"]);
  return part.kind === "bytes" ? { ...part, source: sourceOf(uri) } : part;
}

/** For one line. */
export function sourceOf(uri: string): string {
  return escapeName(uri).slice(0, limits.nameBytes);
}

function link(block: JsonObject): string {
  const { uri, name, title, description, mimeType } = block;
  const label = [title, name].map(words).find((word) => word !== undefined);
  const head = [label, `<${words(uri) ?? "no address"}>`, words(mimeType) && `(${words(mimeType)})`];
  const about = words(description);
  const line = `[Resource: ${head.filter(Boolean).join(" ")}]`;
  return about === undefined ? line : `${line}\n${about}`;
}

function bytes(mediaType: JsonValue | undefined, data: JsonValue | undefined): ResultPart {
  return typeof data === "string"
    ? { kind: "bytes", mediaType: words(mediaType) ?? "application/octet-stream", data }
    : text("[A part without its data is left out.]");
}

function text(value: string): ResultPart {
  return { kind: "text", text: escapeInvisible(stripTerminalCodes(value)) };
}

function words(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
