import type { AssistantPart, AttemptEvent, ModelEvent } from "@skein/protocol";

/** What an iteration yielded, and what it threw after that; `undefined` when it ended well. */
export interface Outcome {
  readonly events: readonly ModelEvent[];
  readonly error: unknown;
}

/** @param stream - of a model that does not try again. */
export async function outcomeOf(stream: AsyncIterable<AttemptEvent>): Promise<Outcome> {
  const events: ModelEvent[] = [];
  try {
    for await (const event of stream) events.push(event as ModelEvent);
    return { events, error: undefined };
  } catch (error) {
    return { events, error };
  }
}

/** The parts that were closed, in the order they started. */
export function partsOf(events: readonly AttemptEvent[]): readonly AssistantPart[] {
  const parts: AssistantPart[] = [];
  for (const event of events) if (event.type === "part-end") parts[event.part] = event.content;
  return parts.filter(() => true);
}
