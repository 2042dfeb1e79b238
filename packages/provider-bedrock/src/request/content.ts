import type { FilePart, ImagePart, UserPart } from "@skein/protocol";
import { isTextType, omittedFile, plainMediaType, base64Size } from "@skein/provider-kit";
import type { WireBlock } from "../wire.ts";

/** Source: docs.aws.amazon.com/bedrock/latest/APIReference, ImageBlock and DocumentBlock. */
const imageFormats: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpeg",
  "image/gif": "gif",
  "image/webp": "webp",
};
const documentFormats: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "application/msword": "doc",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.ms-excel": "xls",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
};

/** Bytes of one. Source: docs.aws.amazon.com/bedrock/latest/APIReference, Message. */
const [maxImageBytes, maxDocumentBytes] = [3.75 * 1024 * 1024, 4.5 * 1024 * 1024];

/** Gives a document the name it is sent under: legal, and unlike the others of the conversation. */
export type DocumentName = (name: string) => string;

/**
 * What a user or a tool says, in blocks. Empty text is left out; text files go as text, which every model takes; what
 * the vendor does not take becomes a line of text. Documents want text beside them.
 */
export function contentBlocks(parts: readonly UserPart[], documentName: DocumentName): WireBlock[] {
  const blocks = counted(
    parts.flatMap((part) => {
      switch (part.type) {
        case "text":
          return textBlocks(part.text);
        case "image":
          return [imageBlock(part)];
        case "file":
          return [fileBlock(part, documentName)];
      }
    }),
  );
  const lacksText = blocks.some((block) => "document" in block) && !blocks.some((block) => "text" in block);
  return lacksText ? [...blocks, { text: "(see the attached files)" }] : blocks;
}

/** Of each kind in one message. Source: as above. */
const most = { image: 20, document: 5 } as const;

/** Those beyond what a message may have become a line of text. */
function counted(blocks: readonly WireBlock[]): WireBlock[] {
  const counts = { image: 0, document: 0 };
  return blocks.map((block) => {
    const kind = (["image", "document"] as const).find((name) => name in block);
    if (kind === undefined || ++counts[kind] <= most[kind]) return block;
    return left(`the ${kind} number ${counts[kind]}`, `a message may have ${most[kind]}`);
  });
}

/** White space alone is refused like no text at all. */
export function textBlocks(text: string): WireBlock[] {
  return text.trim() === "" ? [] : [{ text: text.toWellFormed() }];
}

/** Letters, digits, single spaces, hyphens, brackets. */
export function legalDocumentName(name: string, count: number): string {
  const legal = name
    .replace(/[^a-zA-Z0-9\s()[\]-]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
  return `${legal.slice(0, 180) || "file"}${count === 1 ? "" : ` (${count})`}`;
}

function imageBlock({ mediaType, data }: ImagePart): WireBlock {
  const format = formatIn(imageFormats, mediaType);
  if (format === undefined) return left(`an image of type ${mediaType}`, "the model does not take it");
  if (base64Size(data) > maxImageBytes) return left("an image", "it is larger than 3.75 MB");
  if (data === "") return left("an image", "it is empty");
  return { image: { format, source: { bytes: data } } };
}

function fileBlock({ mediaType, data, name }: FilePart, documentName: DocumentName): WireBlock {
  if (formatIn(imageFormats, mediaType) !== undefined) return imageBlock({ type: "image", mediaType, data });
  const what = name ?? `a file of type ${mediaType}`;
  const format = formatIn(documentFormats, mediaType);
  if (format === undefined && !isTextType(mediaType))
    return left(what, `the model does not take ${mediaType}`);
  if (base64Size(data) > maxDocumentBytes) return left(what, "it is larger than 4.5 MB");
  if (data === "") return left(what, "it is empty");
  if (format !== undefined) {
    return { document: { format, name: documentName(name ?? "file"), source: { bytes: data } } };
  }
  const text = Buffer.from(data, "base64").toString("utf8").toWellFormed();
  return text.trim() === "" ? left(what, "it is empty") : { text: `File ${name ?? ""}:\n${text}` };
}

function formatIn(formats: Readonly<Record<string, string>>, mediaType: string): string | undefined {
  const type = plainMediaType(mediaType);
  return Object.hasOwn(formats, type) ? formats[type] : undefined;
}

function left(what: string, why: string): WireBlock {
  return { text: omittedFile(what, why) };
}
