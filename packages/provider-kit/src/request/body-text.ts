/** The fields that hold the conversation. */
const conversation: ReadonlySet<string> = new Set(["messages", "input", "contents"]);

/** Of items of conversations, by identity. */
const texts = new WeakMap<object, string>();

/**
 * `JSON.stringify` of a body. The text of each item of its conversation is made once, and kept while the item lives: see
 * `encodeConversation`.
 */
export function bodyText(body: object): string {
  const fields = Object.entries(body).flatMap(([name, value]) => {
    const text = conversation.has(name) && Array.isArray(value) ? listText(value) : JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${fields.join(",")}}`;
}

function listText(items: readonly object[]): string {
  const parts = items.map((item) => {
    const known = texts.get(item);
    if (known !== undefined) return known;
    const text = JSON.stringify(item);
    texts.set(item, text);
    return text;
  });
  return `[${parts.join(",")}]`;
}
