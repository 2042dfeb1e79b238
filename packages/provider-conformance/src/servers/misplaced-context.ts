// A rule that every scripted server enforces. The mistake is invisible in tests
// that only look at replies: the request is accepted, and the model behaves
// worse.

import { contextTag, isJsonObject, type JsonValue } from "@skein/protocol";

/**
 * Checks a request for dynamic context directly after the results of tools,
 * where the user speaks. From that, models learn to end their turn with
 * nothing. It belongs inside the last result; after what the user wrote there
 * it is right.
 *
 * Gemini and Responses have no `messages` and are never reported.
 *
 * Source: Anthropic's documentation of tool use, "Handling empty responses with
 * end_turn"; Bedrock's Converse has the same messages. In the APIs with a role
 * for results it is a user message that contains nothing else.
 *
 * @param body - body of any wire.
 * @returns a sentence, or undefined if the request is fine or of another wire.
 */
export function misplacedContext(body: unknown): string | undefined {
  const { messages } = (body ?? {}) as { readonly messages?: JsonValue };
  const all = Array.isArray(messages) ? messages.filter(isJsonObject) : [];
  for (const [at, message] of all.entries()) {
    if (message["role"] !== "user") continue;
    const blocks = blocksOf(message["content"]);
    const last = blocks.findLastIndex(isResult);
    const follows = last !== -1 || (at > 0 && all[at - 1]?.["role"] === "tool");
    const next = blocks[last + 1];
    if (follows && next && blockText(next)?.trimStart().startsWith(`<${contextTag}`))
      return `messages.${at}: dynamic context stands behind the results of tools, and belongs inside the last of them.`;
  }
  return undefined;
}

/** Returns the blocks of a message. A text is one block. */
function blocksOf(content: JsonValue | undefined): readonly JsonValue[] {
  return typeof content === "string" ? [content] : Array.isArray(content) ? content : [];
}

/** Returns true for results of tools: of Anthropic, and of Bedrock. */
function isResult(block: JsonValue): boolean {
  return isJsonObject(block) && (block["type"] === "tool_result" || "toolResult" in block);
}

/** Returns the text of a block, if it has one. */
function blockText(block: JsonValue): string | undefined {
  if (typeof block === "string") return block;
  const text = isJsonObject(block) ? block["text"] : undefined;
  return typeof text === "string" ? text : undefined;
}
