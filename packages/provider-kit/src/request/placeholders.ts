import type { Message, ToolResultPart, UserPart } from "@skein/protocol";

// Texts for models, where a protocol requires text and the conversation has none.

/**
 * Text that replaces a missing result. Protocols require one for every call.
 */
export const lostResult = "The result of this call was lost.";

/** Text that replaces an empty result, which some vendors reject. */
export const noOutput = "(no output)";

/**
 * Text of a user message before a conversation that starts with the model's
 * message, which protocols do not allow.
 */
export const conversationContinues = "(The conversation continues.)";

/**
 * Returns the text of a user message after a conversation that ends with the
 * model's message, which some models reject and others treat as finished.
 *
 * A partial reply is continued from where it stopped; a complete one is only
 * followed by a prompt to go ahead.
 *
 * @param last - last message of the conversation.
 */
export function continueText(last: Message | undefined): string {
  const interrupted = last?.role === "assistant" && last.partial;
  return interrupted ? "Your reply was interrupted here. Continue from where it stopped." : "Continue.";
}

/**
 * Returns the text that replaces an image or file that cannot be sent.
 *
 * @param why - reason as the end of a sentence, such as `it is empty`.
 * @param what - description of the file, such as its name or `An image`.
 */
export function omittedFile(what: string, why: string): string {
  return `[${what} was left out: ${why}]`.toWellFormed();
}

/**
 * Turns a result whose call is no longer in the conversation into parts of a
 * user message. Empty for an empty result.
 */
export function toldResult({ name, content }: ToolResultPart): readonly UserPart[] {
  if (content.every((part) => part.type === "text" && part.text.trim() === "")) return [];
  return [{ type: "text", text: `Result of an earlier call of ${name}:` }, ...content];
}
