import type { AttemptModel } from "./models.ts";

/**
 * Copies the properties of a wrapped model, without `stream`. Wrappers use it
 * so that none is lost.
 *
 * @example
 * ```ts
 * const silent = (model: AttemptModel): AttemptModel => ({
 *   ...baseOf(model),
 *   async *stream() {},
 * });
 * ```
 */
export function baseOf(model: AttemptModel): Omit<AttemptModel, "stream"> {
  const { provider, id, limits, price, thinking, effort, addedTokens, tools, isUnmetered } = model;
  return { provider, id, limits, price, thinking, effort, addedTokens, tools, isUnmetered };
}
