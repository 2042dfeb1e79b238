import type { FilePart, ImagePart, JsonValue, UserPart } from "@skein/protocol";
import type { WireBlock } from "../wire.ts";

const imageTypes = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/** Bytes of one image. Source: platform.claude.com/docs/en/build-with-claude/vision, limits. */
const maxImageBytes = 5 * 1024 * 1024;

/** What a user or a tool says, in blocks. Empty text is left out; what the vendor does not take becomes a line of text. */
export function contentBlocks(parts: readonly UserPart[]): WireBlock[] {
  return parts.flatMap((part) => {
    switch (part.type) {
      case "text":
        return textBlocks(part.text);
      case "image":
        return [imageBlock(part)];
      case "file":
        return [fileBlock(part)];
    }
  });
}

/** White space alone is refused like no text at all. */
export function textBlocks(text: string): WireBlock[] {
  return text.trim() === "" ? [] : [{ type: "text", text: text.toWellFormed() }];
}

function imageBlock({ mediaType, data }: ImagePart): WireBlock {
  if (!imageTypes.has(mediaType))
    return placeholder(`an image of type ${mediaType}`, "the model does not take it");
  if (bytesOf(data) > maxImageBytes) return placeholder("an image", "it is larger than 5 MB");
  return { type: "image", source: { type: "base64", media_type: mediaType, data } };
}

function fileBlock({ mediaType, data, name }: FilePart): WireBlock {
  const title = name === undefined ? {} : { title: name.toWellFormed() };
  if (imageTypes.has(mediaType)) return imageBlock({ type: "image", mediaType, data });
  if (mediaType === "application/pdf") {
    return { type: "document", source: { type: "base64", media_type: mediaType, data }, ...title };
  }
  if (isText(mediaType)) {
    const text = Buffer.from(data, "base64").toString("utf8").toWellFormed();
    const source = { type: "text", media_type: "text/plain", data: text };
    return text.trim() === ""
      ? placeholder(name ?? "a file", "it is empty")
      : { type: "document", source, ...title };
  }
  return placeholder(name ?? `a file of type ${mediaType}`, `the model does not take ${mediaType}`);
}

function isText(mediaType: string): boolean {
  return (
    mediaType.startsWith("text/") ||
    /^application\/([\w.-]+\+)?(json|xml|yaml|x-yaml|javascript|toml)\b/.test(mediaType)
  );
}

function placeholder(what: string, why: string): WireBlock {
  return { type: "text", text: `[${what} was left out: ${why}]`.toWellFormed() };
}

function bytesOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4);
}

/** The same value without lone surrogates, which the vendor refuses. */
export function wellFormed(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => wellFormed(item));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormed(item)]),
  );
}
