// Wire forms of conversations. Every request of a session repeats the whole
// conversation, so its encoding must cost only what is new, and must give the
// very same bytes for what is old: prompt caches compare bytes.
import { beginsWith, type Message } from "@skein/protocol";

/**
 * Adds the wire form of messages to `items`.
 *
 * The messages are whole turns: the first one is a reply, unless the
 * conversation starts here. An encoder may replace the last item, and changes
 * no other; items are never changed in place.
 */
export type ConversationEncoder<Item> = (added: readonly Message[], items: Item[]) => void;

/** Conversation that was encoded before, with its encoder. */
interface Encoded {
  readonly messages: readonly Message[];
  readonly items: readonly object[];
  readonly encode: ConversationEncoder<never>;
}

/** Variants of a conversation to remember: two models can alternate. */
const maxVariants = 2;

/**
 * Variants by the first message, so that they are released with their
 * conversation.
 */
const known = new WeakMap<Message, Map<string, Encoded>>();

/**
 * Encodes a conversation. A conversation that has only grown since the last
 * time is not encoded again: its items are the same objects, and only new ones
 * are added. Messages are compared by identity.
 *
 * Law: the items are those that a new encoder makes of the whole conversation.
 *
 * @param variant - name of everything that the items depend on besides the
 *   messages: wire, owner, settings.
 * @param createEncoder - called at the start of a conversation. The encoder may
 *   remember what it has encoded, such as used ids.
 *
 * @example
 * ```ts
 * const items = encodeConversation<{ role: string }>([], "example", () => (added, items) => {
 *   for (const message of added) items.push({ role: message.role });
 * });
 * ```
 */
export function encodeConversation<Item extends object>(
  messages: readonly Message[],
  variant: string,
  createEncoder: () => ConversationEncoder<Item>,
): readonly Item[] {
  const [first] = messages;
  const variants = (first && known.get(first)) ?? new Map<string, Encoded>();
  const before = variants.get(variant);
  const start = before && goesOn(before.messages, messages) ? before : undefined;
  const encode = (start?.encode ?? createEncoder()) as ConversationEncoder<Item>;
  const items = [...((start?.items ?? []) as readonly Item[])];
  // Inserted again below, so that the variant used last is at the end.
  variants.delete(variant); // an encoder that throws has seen a part
  encode(messages.slice(start?.messages.length ?? 0), items);
  variants.set(variant, { messages: [...messages], items, encode });
  if (variants.size > maxVariants) variants.delete(variants.keys().next().value!);
  if (first) known.set(first, variants);
  return items;
}

/**
 * Returns true if a conversation has only grown, by whole turns: what follows a
 * reply belongs to its turn.
 */
function goesOn(before: readonly Message[], now: readonly Message[]): boolean {
  const next = now[before.length];
  return (next === undefined || next.role === "assistant") && beginsWith(now, before);
}
