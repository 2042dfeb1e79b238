import type { UserPart } from "@skein/protocol";
import type { SessionInput } from "../sessions/live/live-session.ts";

/** A message as the model reads it. */
export type MessageContent = string | readonly UserPart[];

/** What is added to the words of a message. */
export interface Additions {
  /** Below the words, in this order. */
  readonly texts: readonly string[];
  /** Beside them. */
  readonly parts: readonly UserPart[];
}

export const noAdditions: Additions = { texts: [], parts: [] };

export function isContent(input: SessionInput): input is readonly UserPart[] {
  return Array.isArray(input);
}

export function withAdditions(text: string, all: readonly Additions[]): MessageContent {
  const texts = all.flatMap((one) => one.texts);
  const parts = all.flatMap((one) => one.parts);
  const words = texts.length === 0 ? text : [text.trimEnd(), ...texts].join("\n\n");
  return parts.length === 0 ? words : [{ type: "text", text: words }, ...parts];
}
