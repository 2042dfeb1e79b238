import { extractText, type UserPart } from "@skein/protocol";
import type { Item } from "@skein/session-view";
import { asTyped } from "@skein/host/agents";

/** Items that are shown of a conversation that goes on. */
const itemsShown = 12;

/** What is shown again of a conversation that goes on. */
export type EarlierItem = Extract<
  Item,
  { readonly type: "message" | "text" | "call" | "notice" | "compaction" }
>;

/** The last part of a conversation, and how many messages and calls there are before it. */
export function lastItems(items: readonly Item[]): {
  readonly items: readonly EarlierItem[];
  readonly earlier: number;
} {
  const all = items.filter(isShownAgain);
  return { items: all.slice(-itemsShown), earlier: Math.max(0, all.length - itemsShown) };
}

/** Whether it stands for itself in a conversation that is read later. */
export function isShownAgain(item: Item): item is EarlierItem {
  switch (item.type) {
    case "message":
      return item.from !== "agent";
    case "compaction":
      return item.summary !== undefined;
    case "text":
    case "call":
    case "notice":
      return true;
    default:
      return false;
  }
}

/** What the last message that began a run has led to. */
export function lastTurn(items: readonly Item[]): readonly Item[] {
  const from = items.findLastIndex(
    (item) => item.type === "message" && item.from === "user" && item.queued === undefined,
  );
  return items.slice(Math.max(0, from));
}

export function userText(content: readonly UserPart[]): string {
  const others = content.filter(({ type }) => type !== "text").map(({ type }) => `[${type}]`);
  return [asTyped(extractText(content)), ...others].join(" ");
}
