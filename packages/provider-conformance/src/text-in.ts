import type { AssistantPart } from "@skein/protocol";

/** Joins the texts of one type of parts. */
export function textIn(parts: readonly AssistantPart[], type: "text" | "thinking"): string {
  return parts.map((part) => (part.type === type ? part.text : "")).join("");
}
