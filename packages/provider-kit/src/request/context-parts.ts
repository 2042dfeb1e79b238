import { escapeContextTag, taggedContext, type TextPart, type UserPart } from "@skein/protocol";
import { isTextType } from "./media-types.ts";

/**
 * Dynamic context of a user's message or of a tool result, as texts that stand behind its content and inside of it: never
 * as a message of their own, and never as a block behind the results.
 */
export function contextParts(
  beside: { readonly dynamicContext?: readonly string[] } | undefined,
): readonly TextPart[] {
  return (beside?.dynamicContext ?? [])
    .filter((text) => text.trim() !== "")
    .map((text) => ({ type: "text", text: taggedContext(text).toWellFormed() }));
}

/** Content is never changed, so each is looked at once. */
const looked = new WeakMap<readonly UserPart[], readonly UserPart[]>();

/**
 * What a user or a tool says, in which nothing reads as the tag of dynamic context: texts, text files and names, also
 * where two texts that follow each other would make one.
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
