/** Message of a protocol in which user and assistant take turns. */
export interface AlternatingMessage<Block> {
  /** Whose turn it is. */
  readonly role: "user" | "assistant";
  /** At least one block. */
  readonly content: readonly Block[];
}

/**
 * Returns a function that adds blocks to messages of a protocol in which user
 * and assistant take turns, the user first. Neighbours of one role become one
 * message, and nothing is added without blocks.
 *
 * @param opening - creates the user's blocks before a conversation that starts
 *   with the assistant.
 *
 * @example
 * ```ts
 * const add = alternatingMessages(() => ["(The conversation continues.)"]);
 * const wire: AlternatingMessage<string>[] = [];
 * add(wire, "assistant", ["Hello."]);
 * wire.length; // 2
 * ```
 */
export function alternatingMessages<Block>(
  opening: () => readonly Block[],
): (
  wire: AlternatingMessage<Block>[],
  role: AlternatingMessage<Block>["role"],
  content: readonly Block[],
) => void {
  return (wire, role, content) => {
    if (content.length === 0) return;
    if (wire.length === 0 && role === "assistant") wire.push({ role: "user", content: opening() });
    const last = wire.at(-1);
    if (last?.role === role) wire[wire.length - 1] = { role, content: [...last.content, ...content] };
    else wire.push({ role, content });
  };
}
