// Images and PDFs for models that do not take them. A request that contains one
// fails as a whole, and a later model in the same conversation may well read
// it, so it is replaced in the request only.
import { beginsWith } from "@skein/protocol";
import type { Message, ModelLimits, ModelRequest, ToolContentPart } from "@skein/protocol";
import { changedRequest } from "../changed-request.ts";
import { changedCopy } from "./changed-copy.ts";
import { omittedFile } from "./placeholders.ts";

/**
 * Replaces each image and PDF that the model is known not to take by a line of
 * text. Tool results contain them, and messages that were written to another
 * model. Messages without any stay the same objects.
 */
export function withoutMedia(request: ModelRequest, { images, pdfs }: ModelLimits): ModelRequest {
  if (images !== false && pdfs !== false) return request;
  const leftOut = (part: ToolContentPart): string | undefined => {
    if (part.type === "text") return undefined;
    const isImage = part.mediaType.startsWith("image/");
    if (isImage && images === false) return omittedFile("An image", "the model does not take images");
    const isPdf = part.mediaType === "application/pdf";
    if (!isPdf || pdfs !== false) return undefined;
    return omittedFile((part.type === "file" && part.name) || "A PDF", "the model does not take PDFs");
  };
  const change = `${images} ${pdfs}`;
  const messages = request.messages.map((message) =>
    holdsAny(message, (part) => leftOut(part) !== undefined)
      ? changedCopy(message, change, (whole) => replaced(whole, leftOut))
      : message,
  );
  return beginsWith(messages, request.messages) ? request : changedRequest(request, { messages });
}

/** Returns true if a user message or a tool result contains such a part. */
function holdsAny(message: Message, isLeftOut: (part: ToolContentPart) => boolean): boolean {
  if (message.role === "assistant") return false;
  return message.role === "user"
    ? message.content.some(isLeftOut)
    : message.content.some((result) => result.content.some(isLeftOut));
}

/** Copies a message with texts in place of parts. */
function replaced(message: Message, leftOut: (part: ToolContentPart) => string | undefined): Message {
  const replace = (part: ToolContentPart): ToolContentPart => {
    const text = leftOut(part);
    return text === undefined ? part : { type: "text", text };
  };
  if (message.role === "assistant") return message;
  if (message.role === "user") return { ...message, content: message.content.map(replace) };
  const results = message.content.map((result) => ({ ...result, content: result.content.map(replace) }));
  return { ...message, content: results };
}
