// Outcomes. A stream that fails has events before the error, and cases look at
// both.

import type { AssistantPart, AttemptEvent, ModelEvent } from "@skein/protocol";

/** Result of an iteration. */
export interface Outcome {
  /** Events that were yielded. */
  readonly events: readonly ModelEvent[];
  /**
   * Value that was thrown after them. `undefined`: the iteration ended well.
   */
  readonly error: unknown;
}

/**
 * Reads a stream to its end and catches what it throws.
 *
 * @param stream - stream of a model that does not retry.
 *
 * @example
 * ```ts
 * async function mustFail(model: AttemptModel, request: ModelRequest): Promise<unknown> {
 *   const { events, error } = await outcomeOf(model.stream(request, AbortSignal.timeout(1000)));
 *   return error ?? events.at(-1);
 * }
 * ```
 */
export async function outcomeOf(stream: AsyncIterable<AttemptEvent>): Promise<Outcome> {
  const events: ModelEvent[] = [];
  try {
    for await (const event of stream) events.push(event as ModelEvent);
    return { events, error: undefined };
  } catch (error) {
    return { events, error };
  }
}

/** Returns the parts that were closed, in the order in which they started. */
export function partsOf(events: readonly AttemptEvent[]): readonly AssistantPart[] {
  const parts: AssistantPart[] = [];
  for (const event of events) if (event.type === "part-end") parts[event.part] = event.content;
  return parts.filter(() => true);
}
