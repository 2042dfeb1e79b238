import { contextTag, isJsonObject } from "@skein/protocol";
import type { JsonValue } from "@skein/protocol";

/**
 * Why a request would make models misbehave: dynamic context directly behind the results of tools, where the user speaks.
 * Models learn from that to end their turn with nothing. It belongs inside the last result. Behind what the user himself
 * said there it is right.
 *
 * Source: Anthropic's documentation of tool use, "Handling empty responses with end_turn"; Bedrock's Converse has the same
 * messages. In the APIs with a role for results it is a message of the user's that holds nothing else.
 *
 * @param body - of any wire. @returns a sentence; `undefined` when all is well, or the body is none of theirs.
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
    if (follows && next && textOf(next)?.trimStart().startsWith(`<${contextTag}`))
      return `messages.${at}: dynamic context stands behind the results of tools, and belongs inside the last of them.`;
  }
  return undefined;
}

function blocksOf(content: JsonValue | undefined): readonly JsonValue[] {
  return typeof content === "string" ? [content] : Array.isArray(content) ? content : [];
}

function isResult(block: JsonValue): boolean {
  return isJsonObject(block) && (block["type"] === "tool_result" || "toolResult" in block);
}

function textOf(block: JsonValue): string | undefined {
  if (typeof block === "string") return block;
  const text = isJsonObject(block) ? block["text"] : undefined;
  return typeof text === "string" ? text : undefined;
}
