import type { Message, ToolResultPart, UserPart } from "@skein/protocol";

// Sentences for places where a wire wants words and the conversation has none. Models read them.

/** In place of a result that is not there. */
export const lostResult = "The result of this call was lost.";

/** In place of a result that says nothing. */
export const noOutput = "(no output)";

/** In front of a conversation that begins with the model. */
export const conversationGoesOn = "(The conversation goes on.)";

/**
 * Behind a conversation that ends with the model's own words: some models refuse it, others take it for done.
 *
 * @param last - the conversation's last message.
 */
export function goOn(last: Message | undefined): string {
  const interrupted = last?.role === "assistant" && last.partial;
  return interrupted ? "Your reply was interrupted here. Go on from where it stopped." : "Go on.";
}

/** In place of a picture or file that cannot be sent. @param why - for example `it is empty`. */
export function leftOut(what: string, why: string): string {
  return `[${what} was left out: ${why}]`.toWellFormed();
}

/** A result whose call is no longer in the conversation, as something a user says. Empty when it says nothing. */
export function toldResult({ name, content }: ToolResultPart): readonly UserPart[] {
  if (content.every((part) => part.type === "text" && part.text.trim() === "")) return [];
  return [{ type: "text", text: `Result of an earlier call of ${name}:` }, ...content];
}
