import { isJsonObject } from "@skein/protocol";
import type { JsonObject, ModelOptions } from "@skein/protocol";

/** Options that not every protocol supports. */
const optionalTuning = [
  "verbosity",
  "serviceTier",
  "toolChoice",
  "parallelTools",
  "cacheTtl",
  "explicitCache",
  "webSearch",
] as const;

export type OptionalTuning = (typeof optionalTuning)[number];

/**
 * A notice for each option that is set but not supported by the protocol. @param sent - the supported ones.
 */
export function tuningNotices(
  modelId: string,
  options: ModelOptions,
  sent: readonly OptionalTuning[],
): readonly string[] {
  return (
    optionalTuning
      .filter((name) => options[name] !== undefined && !sent.includes(name))
      // Every wire can do without.
      .filter((name) => options[name] !== false || (name !== "explicitCache" && name !== "webSearch"))
      .map((name) => `${modelId} does not take ${name}: "${String(options[name])}" is not sent.`)
  );
}

/** Conversation fields, which the user's extra fields do not replace. */
const conversation = new Set([
  "model",
  "stream",
  "messages",
  "input",
  "contents",
  "system",
  "instructions",
  "systemInstruction",
  "tools",
]);

/** Adds the user's extra fields to a body, before the conversation. Objects in both are merged. */
export function withOwnFields<Body extends object>(body: Body, own: JsonObject | undefined): Body {
  if (own === undefined) return body;
  const allowed = Object.entries(own).filter(([name]) => !conversation.has(name));
  return merged(Object.fromEntries(allowed), body as JsonObject) as Body;
}

/** New fields first, so that the conversation stays last. */
function merged(own: JsonObject, body: JsonObject): JsonObject {
  const added = Object.fromEntries(Object.entries(own).filter(([name]) => !Object.hasOwn(body, name)));
  const kept = Object.entries(body).map(([name, value]) => {
    const wanted = own[name];
    if (wanted === undefined) return [name, value] as const;
    return [name, isJsonObject(wanted) && isJsonObject(value) ? merged(wanted, value) : wanted] as const;
  });
  return { ...added, ...Object.fromEntries(kept) };
}
