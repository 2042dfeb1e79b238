import { textOf, type UserPart } from "@skein/protocol";
import type { ConversationItem, ConversationTurn } from "@skein/runtime";
import { asTyped } from "@skein/host/agents";

/** Items that are shown of a conversation that goes on. */
const itemsShown = 12;

/** The last part of a conversation, and how many messages and calls there are before it. */
export function lastItems(turns: readonly ConversationTurn[]): {
  readonly items: readonly ConversationItem[];
  readonly earlier: number;
} {
  const all = turns
    .flatMap(({ items }) => items)
    .filter((item) => item.type !== "thinking" && (item.type !== "user" || item.from !== "agent"));
  return { items: all.slice(-itemsShown), earlier: Math.max(0, all.length - itemsShown) };
}

export function userText(content: readonly UserPart[]): string {
  const others = content.filter(({ type }) => type !== "text").map(({ type }) => `[${type}]`);
  return [asTyped(textOf(content)), ...others].join(" ");
}
