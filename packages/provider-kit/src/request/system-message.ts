// System prompts as messages, for wires of the form of OpenAI's. The object is
// shared so that its bytes are written once for all requests.
import type { JsonObject } from "@skein/protocol";

/**
 * Messages by prompt, the one used last at the end: agents with prompts of
 * their own alternate.
 */
const made = new Map<string, JsonObject>();
/** Prompts to remember. */
const mostKept = 16;

/**
 * Returns the system prompt as a message in front of the others. Empty for a
 * blank prompt.
 *
 * The same object for the same prompt, so that its bytes are remembered: see
 * `bodyBytes`.
 */
export function systemMessages(system: string): readonly JsonObject[] {
  if (system.trim() === "") return [];
  const message = made.get(system) ?? { role: "system", content: system.toWellFormed() };
  made.delete(system);
  made.set(system, message);
  if (made.size > mostKept) made.delete(made.keys().next().value!);
  return [message];
}
