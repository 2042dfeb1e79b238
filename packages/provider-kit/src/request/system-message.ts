import type { JsonObject } from "@skein/protocol";

/** By prompt, the one used last at the end: agents with prompts of their own take turns. */
const made = new Map<string, JsonObject>();
const mostKept = 16;

/**
 * The system prompt as a message in front of the others; none for a blank one. The same object for the same prompt, so
 * that its bytes are kept: see `bodyBytes`.
 */
export function systemMessages(system: string): readonly JsonObject[] {
  if (system.trim() === "") return [];
  const message = made.get(system) ?? { role: "system", content: system.toWellFormed() };
  made.delete(system);
  made.set(system, message);
  if (made.size > mostKept) made.delete(made.keys().next().value!);
  return [message];
}
