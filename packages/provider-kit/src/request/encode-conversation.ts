import { beginsWith, type Message } from "@skein/protocol";

/**
 * Adds to `items` what these messages are on the wire. They are whole turns: the first one is a reply, unless the
 * conversation begins here. May replace the last item, and changes no other; items are never changed in place.
 */
export type ConversationEncoder<Item> = (added: readonly Message[], items: Item[]) => void;

interface Encoded {
  readonly messages: readonly Message[];
  readonly items: readonly object[];
  readonly encode: ConversationEncoder<never>;
}

/** How many variants of a conversation are kept: two models may take turns. */
const maxVariants = 2;

/** By the first message, so that what is kept goes with its conversation. */
const known = new WeakMap<Message, Map<string, Encoded>>();

/**
 * Encodes a conversation. One that has only grown since the last time is not encoded again: its items are the same
 * objects, and only what is new is added. Messages are compared by identity.
 *
 * Law: the items are those that a new encoder makes of the whole conversation.
 *
 * @param variant - names all that the items depend on besides the messages: wire, owner, settings.
 * @param createEncoder - called at the beginning of a conversation; the encoder may keep what it has seen, such as
 *   used ids.
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
  variants.delete(variant); // an encoder that throws has seen a part
  encode(messages.slice(start?.messages.length ?? 0), items);
  variants.set(variant, { messages: [...messages], items, encode });
  if (variants.size > maxVariants) variants.delete(variants.keys().next().value!);
  if (first) known.set(first, variants);
  return items;
}

/** Whether a conversation has only grown, by whole turns: what follows a reply belongs to its turn. */
function goesOn(before: readonly Message[], now: readonly Message[]): boolean {
  const next = now[before.length];
  return (next === undefined || next.role === "assistant") && beginsWith(now, before);
}
