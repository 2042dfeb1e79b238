import type { FilePart, ImagePart, UserPart } from "@skein/protocol";
import { isTextType, omittedFile, plainMediaType } from "@skein/provider-kit";
import type { WirePart } from "../wire.ts";

/**
 * What the vendor reads as bytes. Text files go as plain text.
 *
 * Source: ai.google.dev/gemini-api/docs, image, document, audio and video understanding.
 */
const taken =
  /^(image\/(png|jpeg|webp|heic|heif)|application\/pdf|audio\/(wav|x-wav|mp3|mpeg|aiff|aac|ogg|flac)|video\/(mp4|mpeg|mov|quicktime|avi|x-flv|mpg|webm|wmv|3gpp))$/;

/** Bytes of one file. A request holds 20 MB, and base64 makes four of three. */
const maxFileBytes = 14 * 1024 * 1024;

/** What a user or a tool says. Empty text is left out; what the vendor does not take becomes a line of text. */
export function contentParts(parts: readonly UserPart[]): WirePart[] {
  return parts.flatMap((part) => {
    switch (part.type) {
      case "text":
        return textParts(part.text);
      case "image":
      case "file":
        return fileParts(part);
    }
  });
}

/** White space alone says nothing. */
export function textParts(text: string): WirePart[] {
  return text.trim() === "" ? [] : [{ text: text.toWellFormed() }];
}

function fileParts(file: ImagePart | FilePart): WirePart[] {
  const name = file.type === "file" ? file.name : undefined;
  const mimeType = mimeTypeOf(file.mediaType);
  const what = name ?? (file.type === "image" ? "an image" : "a file");
  if (mimeType === undefined) return [left(what, `the model does not take ${file.mediaType}`)];
  if ((file.data.length * 3) / 4 > maxFileBytes) return [left(what, "it is larger than 14 MB")];
  if (file.data === "") return [left(what, "it is empty")];
  const title = name === undefined ? [] : textParts(`File ${name}:`);
  return [...title, { inlineData: { mimeType, data: file.data } }];
}

function mimeTypeOf(mediaType: string): string | undefined {
  const type = plainMediaType(mediaType);
  if (taken.test(type)) return type;
  return isTextType(type) ? "text/plain" : undefined;
}

function left(what: string, why: string): WirePart {
  return { text: omittedFile(what, why) };
}
