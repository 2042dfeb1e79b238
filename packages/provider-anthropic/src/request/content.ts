import type { FilePart, ImagePart, UserPart } from "@skein/protocol";
import { isTextType, omittedFile, plainMediaType, base64Size } from "@skein/provider-kit";
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
  const type = plainMediaType(mediaType);
  if (!imageTypes.has(type))
    return placeholder(`an image of type ${mediaType}`, "the model does not take it");
  if (data === "") return placeholder("an image", "it is empty");
  if (base64Size(data) > maxImageBytes) return placeholder("an image", "it is larger than 5 MB");
  return { type: "image", source: { type: "base64", media_type: type, data } };
}

function fileBlock({ mediaType, data, name }: FilePart): WireBlock {
  const type = plainMediaType(mediaType);
  const title = name === undefined ? {} : { title: name.toWellFormed() };
  if (imageTypes.has(type)) return imageBlock({ type: "image", mediaType, data });
  if (type === "application/pdf" && data === "") return placeholder(name ?? "a file", "it is empty");
  if (type === "application/pdf")
    return { type: "document", source: { type: "base64", media_type: type, data }, ...title };
  if (isTextType(type)) {
    const text = Buffer.from(data, "base64").toString("utf8").toWellFormed();
    const source = { type: "text", media_type: "text/plain", data: text };
    return text.trim() === ""
      ? placeholder(name ?? "a file", "it is empty")
      : { type: "document", source, ...title };
  }
  return placeholder(name ?? `a file of type ${mediaType}`, `the model does not take ${mediaType}`);
}

function placeholder(what: string, why: string): WireBlock {
  return { type: "text", text: omittedFile(what, why) };
}
