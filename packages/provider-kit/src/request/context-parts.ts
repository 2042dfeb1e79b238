import { escapeContextTag, taggedContext, type TextPart, type UserPart } from "@skein/protocol";
import { isTextType } from "./media-types.ts";

/**
 * Dynamic context of a user message or tool result, as texts appended to its content; never as a separate
 * message, or a block after the results.
 */
export function contextParts(
  beside: { readonly dynamicContext?: readonly string[] } | undefined,
): readonly TextPart[] {
  return (beside?.dynamicContext ?? [])
    .filter((text) => text.trim() !== "")
    .map((text) => ({ type: "text", text: taggedContext(text).toWellFormed() }));
}

/** Content is immutable, so results are cached. */
const looked = new WeakMap<readonly UserPart[], readonly UserPart[]>();

/**
 * Escapes the dynamic context tag in content of users and tools: in texts, text files and names, and across
 * adjacent texts.
 */
export function withoutContextTag(content: readonly UserPart[]): readonly UserPart[] {
  const known = looked.get(content);
  if (known) return known;
  const escaped = content.map((part, at) => escapedPart(part, at < content.length - 1));
  const result = escaped.every((part, at) => part === content[at]) ? content : escaped;
  looked.set(content, result);
  return result;
}

function escapedPart(part: UserPart, goesOn: boolean): UserPart {
  switch (part.type) {
    case "text": {
      const text = escapeContextTag(part.text, goesOn);
      return text === part.text ? part : { ...part, text };
    }
    case "image":
      return part;
    case "file": {
      const name = part.name === undefined ? undefined : escapeContextTag(part.name);
      const data = isTextType(part.mediaType) ? escapedData(part.data) : part.data;
      if (name === part.name && data === part.data) return part;
      return { ...part, data, ...(name === undefined ? {} : { name }) };
    }
  }
}

/** Base64 in, base64 out. */
function escapedData(data: string): string {
  const text = Buffer.from(data, "base64").toString("utf8");
  const escaped = escapeContextTag(text);
  return escaped === text ? data : Buffer.from(escaped).toString("base64");
}
