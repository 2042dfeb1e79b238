import { sameItems } from "./begins-with.ts";
import { extractText, type Message, type ToolMessage, type UserMessage } from "./messages.ts";

/**
 * Moves dynamic context, given as strings between the messages, into the
 * message before it.
 */
export type AttachContext = (said: readonly (Message | string)[]) => readonly Message[];

/**
 * Creates a function that attaches context from Skein to messages. Such context
 * is never a message of its own: it is attached to the user message or the last
 * tool result before it.
 *
 * The same goes for a `user` message that no person wrote and that would follow
 * tool results. After a message that looks like the user's, models end their
 * turn and chat templates drop thinking blocks.
 *
 * Dynamic context with no such message before it is dropped; it is repeated
 * where it matters.
 *
 * @returns a function that returns the same objects for the same messages, and
 *   works only on what has changed.
 */
export function createContextAttacher(): AttachContext {
  const placed = new WeakMap<
    Message,
    { readonly added: readonly (Message | string)[]; readonly result: Message }
  >();

  function withAdded(message: Message, added: readonly (Message | string)[]): Message {
    if (message.role === "assistant" || added.length === 0) return message;
    const known = placed.get(message);
    if (known?.added.length === added.length && known.added.every((one, at) => one === added[at]))
      return known.result;
    const result = message.role === "user" ? besideUser(message, added) : besideResults(message, added);
    placed.set(message, { added, result });
    return result;
  }

  /**
   * The last conversation: where each of its messages stood, and what became of
   * it.
   */
  let before: Attached = { said: [], places: [], messages: [] };

  return (said) => {
    const same = sameItems(before.said, said);
    if (same === said.length && same === before.said.length) return before.messages;
    // The last message that is still there may get more; those before it are complete.
    const kept = Math.max(
      0,
      before.places.findLastIndex((place) => place < same),
    );
    const from = before.places[kept] ?? 0;
    const places = before.places.slice(0, kept);
    const groups: { readonly message: Message; readonly added: (Message | string)[] }[] = [];
    for (let at = from < same ? from : 0; at < said.length; at++) {
      const one = said[at]!;
      const last = groups.at(-1);
      if (typeof one === "string") last?.added.push(one);
      else if (last?.message.role === "tool" && isOfHarness(one)) last.added.push(one);
      else {
        groups.push({ message: one, added: [] });
        places.push(at);
      }
    }
    const messages = [
      ...before.messages.slice(0, kept),
      ...groups.map(({ message, added }) => withAdded(message, added)),
    ];
    before = { said, places, messages };
    return messages;
  };
}

/** Last conversation: its messages, where each of them was, and the result. */
interface Attached {
  readonly said: readonly (Message | string)[];
  readonly places: readonly number[];
  readonly messages: readonly Message[];
}

/** Returns true for a message with the role `user` that no person wrote. */
function isOfHarness(message: Message): message is UserMessage {
  return message.role === "user" && message.from !== "user" && message.from !== "steer";
}

function besideUser(message: UserMessage, added: readonly (Message | string)[]): UserMessage {
  return { ...message, dynamicContext: [...(message.dynamicContext ?? []), ...textsOf(added)] };
}

function besideResults(message: ToolMessage, added: readonly (Message | string)[]): Message {
  const last = message.content.at(-1);
  if (!last) return message;
  const files = added.flatMap((one) =>
    typeof one === "string" || one.role !== "user" ? [] : one.content.filter(({ type }) => type !== "text"),
  );
  const content = files.length === 0 ? last.content : [...last.content, ...files];
  const dynamicContext = [...(last.dynamicContext ?? []), ...textsOf(added)];
  return { ...message, content: [...message.content.slice(0, -1), { ...last, content, dynamicContext }] };
}

function textsOf(added: readonly (Message | string)[]): readonly string[] {
  return added
    .map((one) => (typeof one === "string" ? one : one.role === "user" ? extractText(one.content) : ""))
    .filter((text) => text.trim() !== "");
}
