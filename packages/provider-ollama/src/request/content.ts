import type { FilePart, ImagePart, UserPart } from "@skein/protocol";
import { isTextType, omittedFile, plainMediaType } from "@skein/provider-kit";

/** What a user or a tool says, as the wire takes it. */
export interface TextAndImages {
  readonly text: string;
  /** Base64. */
  readonly images: readonly string[];
}

/** What the server's decoders read. */
const imageTypes = new Set(["image/png", "image/jpeg", "image/webp"]);

/** Text in order; what no model takes becomes a line of text. */
export function saidIn(parts: readonly UserPart[]): TextAndImages {
  const pieces = parts.map((part) => (part.type === "text" ? { text: part.text } : fileSaid(part)));
  const texts = pieces.flatMap(({ text = "" }) => (text.trim() === "" ? [] : [text.toWellFormed()]));
  return {
    text: texts.join("\n"),
    images: pieces.flatMap((piece) => ("image" in piece ? [piece.image] : [])),
  };
}

function fileSaid(
  file: ImagePart | FilePart,
): { readonly text: string } | { readonly text?: never; readonly image: string } {
  const type = plainMediaType(file.mediaType);
  const name = file.type === "file" ? file.name : undefined;
  const what = name ?? (file.type === "image" ? "an image" : "a file");
  if (file.data === "") return { text: omittedFile(what, "it is empty") };
  if (imageTypes.has(type)) return { image: file.data };
  if (!isTextType(type)) return { text: omittedFile(what, `the model does not take ${type}`) };
  const text = Buffer.from(file.data, "base64").toString("utf8");
  return { text: `${name === undefined ? "A file" : `The file ${name}`}:\n${text}` };
}
