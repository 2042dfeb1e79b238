import type { AssistantPart, JsonObject } from "@skein/protocol";
import { textIn } from "./loose.ts";
import { thoughtSidecar, type Author } from "./signatures.ts";

/** A block of thought in the form of Anthropic's wire; `undefined` for one that says nothing. */
export function thoughtPart(block: JsonObject, author: Author): AssistantPart | undefined {
  const text = textIn(block["thinking"]) ?? "";
  const signed = thoughtSidecar(author, block["signature"]);
  return text === "" && !signed.sidecar ? undefined : { type: "thinking", text, ...signed };
}

/** A thought that only its vendor can read. */
export function redactedThought({ data }: JsonObject, { provider, model }: Author): AssistantPart {
  return { type: "thinking", text: "", sidecar: { provider, model, data: { redacted: data ?? "" } } };
}
