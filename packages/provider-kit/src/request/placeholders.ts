import type { Message, ToolResultPart, UserPart } from "@skein/protocol";

// Texts for models, where a protocol requires text and the conversation has none.

/** Replaces a missing result. */
export const lostResult = "The result of this call was lost.";

/** Replaces an empty result. */
export const noOutput = "(no output)";

/** Precedes a conversation that starts with the model's message. */
export const conversationContinues = "(The conversation continues.)";

/**
 * Follows a conversation that ends with the model's message, which some models reject and others treat as
 * finished.
 *
 * @param last - the conversation's last message.
 */
export function continueText(last: Message | undefined): string {
  const interrupted = last?.role === "assistant" && last.partial;
  return interrupted ? "Your reply was interrupted here. Continue from where it stopped." : "Continue.";
}

/** Replaces an image or file that cannot be sent. @param why - for example `it is empty`. */
export function omittedFile(what: string, why: string): string {
  return `[${what} was left out: ${why}]`.toWellFormed();
}

/**
 * A result whose call is no longer in the conversation, as parts of a user message. Empty for an empty
 * result.
 */
export function toldResult({ name, content }: ToolResultPart): readonly UserPart[] {
  if (content.every((part) => part.type === "text" && part.text.trim() === "")) return [];
  return [{ type: "text", text: `Result of an earlier call of ${name}:` }, ...content];
}
