// Options that only some protocols have, and fields that only the user knows.
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

/**
 * Name of an option that not every protocol supports.
 *
 * Pass the names that a wire supports to `tuningNotices`; all others are
 * reported to the user when they are set.
 */
export type OptionalTuning = (typeof optionalTuning)[number];

/**
 * Words a notice for each option that is set but not supported by the protocol.
 * `false` for `explicitCache` and `webSearch` needs none: every protocol does
 * without.
 *
 * @param sent - supported options.
 * @param modelId - name of the model in the notice.
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

/** Fields of a body that the user's fields do not replace. */
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

/**
 * Adds the user's extra fields (`ModelOptions.body`) to a body, before the
 * conversation. Objects in both are merged.
 *
 * @example
 * ```ts
 * withOwnFields({ model: "m", reasoning: { effort: "low" } }, { model: "x", reasoning: { summary: "auto" } });
 * // { model: "m", reasoning: { summary: "auto", effort: "low" } }
 * ```
 */
export function withOwnFields<Body extends object>(body: Body, own: JsonObject | undefined): Body {
  if (own === undefined) return body;
  const allowed = Object.entries(own).filter(([name]) => !conversation.has(name));
  return merged(Object.fromEntries(allowed), body as JsonObject) as Body;
}

/**
 * Merges two objects. New fields come first, so that the conversation stays
 * last and the start of the body does not change.
 */
function merged(own: JsonObject, body: JsonObject): JsonObject {
  const added = Object.fromEntries(Object.entries(own).filter(([name]) => !Object.hasOwn(body, name)));
  const kept = Object.entries(body).map(([name, value]) => {
    const wanted = own[name];
    if (wanted === undefined) return [name, value] as const;
    return [name, isJsonObject(wanted) && isJsonObject(value) ? merged(wanted, value) : wanted] as const;
  });
  return { ...added, ...Object.fromEntries(kept) };
}
