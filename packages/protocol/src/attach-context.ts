import { textOf, type Message, type ToolMessage, type UserMessage } from "./messages.ts";

/** Puts dynamic context, given as texts between the messages, into the messages before them. */
export type AttachContext = (said: readonly (Message | string)[]) => readonly Message[];

/**
 * What the harness says never stands alone: dynamic context belongs to the user's message or the last tool result
 * before it, and so does a message of role `user` that no person wrote, where it would follow tool results. Models end
 * their turn, and chat templates drop thoughts, behind a message that looks like the user's.
 *
 * Dynamic context without such a message before it is left out: it is said again where it matters.
 *
 * @returns a function that answers with the same objects for the same messages.
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

  return (said) => {
    const groups: { readonly message: Message; readonly added: (Message | string)[] }[] = [];
    for (const one of said) {
      const last = groups.at(-1);
      if (typeof one === "string") last?.added.push(one);
      else if (last?.message.role === "tool" && isOfHarness(one)) last.added.push(one);
      else groups.push({ message: one, added: [] });
    }
    return groups.map(({ message, added }) => withAdded(message, added));
  };
}

/** Whether a message has the role `user` and is not a person's. */
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
    .map((one) => (typeof one === "string" ? one : one.role === "user" ? textOf(one.content) : ""))
    .filter((text) => text.trim() !== "");
}
