import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from "@ai-sdk/provider";
import type { FilePart, ImagePart, UserPart } from "@skein/protocol";
import { isTextType, omittedFile, plainMediaType } from "@skein/provider-kit";
import type { SpecVersion } from "../ai-sdk.ts";

export type SaidPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

/** Kinds of files that the AI SDK's providers know. Which of them a vendor takes, its package says. */
const sentAsFile = /^(image|audio|video)\/|^application\/pdf$/;

/** What a user or a tool says. Text that is empty or white space is left out; what cannot be sent becomes a line of text. */
export function saidIn(parts: readonly UserPart[], version: SpecVersion): SaidPart[] {
  return parts.flatMap((part) => (part.type === "text" ? textSaid(part.text) : [fileSaid(part, version)]));
}

export function textSaid(text: string): LanguageModelV4TextPart[] {
  return text.trim() === "" ? [] : [{ type: "text", text: text.toWellFormed() }];
}

function fileSaid(part: ImagePart | FilePart, version: SpecVersion): SaidPart {
  const mediaType = plainMediaType(part.mediaType);
  const name = part.type === "file" ? part.name?.toWellFormed() : undefined;
  if (sentAsFile.test(mediaType)) {
    const filename = name === undefined ? {} : { filename: name };
    return { type: "file", mediaType, data: fileData(part.data, version), ...filename };
  }
  const what = name ?? `a file of type ${mediaType}`;
  if (!isTextType(mediaType)) {
    return { type: "text", text: omittedFile(what, `the model does not take ${mediaType}`) };
  }
  const text = Buffer.from(part.data, "base64").toString("utf8").toWellFormed();
  return { type: "text", text: `${name === undefined ? "A file" : `The file ${name}`}:\n${text}` };
}

/** Older versions of the contract have the bare base64 where the newest has an object. */
function fileData(base64: string, version: SpecVersion): LanguageModelV4FilePart["data"] {
  const data = version === "v4" ? { type: "data", data: base64 } : base64;
  return data as LanguageModelV4FilePart["data"];
}
