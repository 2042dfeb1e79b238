// Outcomes. A stream that fails has events before the error, and cases look at
// both.

import type { AssistantPart, AttemptEvent, ModelEvent } from "@skein/protocol";

/**
 * Result of an iteration.
 *
 * Both fields can be set: a stream that breaks has shown some of its text.
 * Users see those events, so they must be valid even though the reply is not.
 */
export interface Outcome {
  /** Events that were yielded. */
  readonly events: readonly ModelEvent[];
  /**
   * Value that was thrown after them. `undefined`: the iteration ended well.
   *
   * Not limited to `ProviderError`: an exception of another type is a defect of
   * the provider, and cases report it as such.
   */
  readonly error: unknown;
}

/**
 * Reads a stream to its end and catches what it throws.
 *
 * Never rejects. Retries would add events of their own, which is why the stream
 * must come from an `AttemptModel`.
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

/**
 * Returns the parts that were closed, in the order in which they started.
 *
 * A part whose end never came is left out: its content is not complete.
 * Positions are those of the events, so parts that were opened in one order and
 * closed in another keep the first.
 */
export function partsOf(events: readonly AttemptEvent[]): readonly AssistantPart[] {
  const parts: AssistantPart[] = [];
  for (const event of events) if (event.type === "part-end") parts[event.part] = event.content;
  return parts.filter(() => true);
}
