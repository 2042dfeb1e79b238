// Dynamic context and the content next to it. The tag around context tells the
// model that a text is Skein's; therefore no other text may contain it.
import { escapeContextTag, escapeHidden, taggedContext, type TextPart, type UserPart } from "@skein/protocol";
import { isTextType } from "./media-types.ts";

/**
 * Returns the dynamic context of a user message or tool result, as texts to
 * append to its content. Never send it as a separate message, or as a block
 * after the results: models would treat it as the user's.
 */
export function contextParts(
  beside: { readonly dynamicContext?: readonly string[] } | undefined,
): readonly TextPart[] {
  return (beside?.dynamicContext ?? [])
    .filter((text) => text.trim() !== "")
    .map((text) => ({ type: "text", text: taggedContext(text).toWellFormed() }));
}

/**
 * Escapes the dynamic context tag in content of users and tools: in texts, text
 * files and names, and across adjacent texts.
 */
export const withoutContextTag = cached((content) =>
  content.map((part, at) => escapedPart(part, at < content.length - 1)),
);

/**
 * Escapes a tool result as it is sent. Characters that people do not see, or
 * that command a terminal, become visible, so that the model reads what people
 * would read.
 */
export const visibleResult = cached((content) =>
  withoutContextTag(content).map((part) => {
    if (part.type !== "text") return part;
    const text = escapeHidden(part.text);
    return text === part.text ? part : { ...part, text };
  }),
);

/** Content of a user message or a tool result. */
type Content = readonly UserPart[];

/**
 * Remembers results by their content, which is immutable. Unchanged content is
 * the same object.
 */
function cached(change: (content: Content) => Content): (content: Content) => Content {
  const known = new WeakMap<Content, Content>();
  return (content) => {
    const found = known.get(content);
    if (found) return found;
    const changed = change(content);
    const result = changed.every((part, at) => part === content[at]) ? content : changed;
    known.set(content, result);
    return result;
  };
}

/**
 * Escapes one part. `goesOn`: a text follows directly, so a tag can be split
 * between the two.
 */
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

/** Escapes a text file: base64 in, base64 out. */
function escapedData(data: string): string {
  const text = Buffer.from(data, "base64").toString("utf8");
  const escaped = escapeContextTag(text);
  return escaped === text ? data : Buffer.from(escaped).toString("base64");
}
