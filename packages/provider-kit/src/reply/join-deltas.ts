import type { ModelEvent } from "@skein/protocol";

/**
 * Neighbouring deltas of one part as one. What came over the wire together is shown together anyway, and each event
 * that is handed on costs a promise or more in every layer above.
 */
export function joinDeltas(events: readonly ModelEvent[]): readonly ModelEvent[] {
  if (events.length < 2) return events;
  const joined: ModelEvent[] = [];
  let [start, pieces]: [ModelEvent | undefined, string[]] = [undefined, []];
  const flush = (): void => {
    if (start && "delta" in start) joined.push({ ...start, delta: pieces.join("") });
    start = undefined;
  };
  for (const event of events) {
    if (!("delta" in event)) {
      flush();
      joined.push(event);
    } else if (start && "delta" in start && start.type === event.type && start.part === event.part) {
      pieces.push(event.delta);
    } else {
      flush();
      [start, pieces] = [event, [event.delta]];
    }
  }
  flush();
  return joined;
}
