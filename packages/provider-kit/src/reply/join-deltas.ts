import type { ModelEvent } from "@skein/protocol";

/**
 * Joins adjacent deltas of one part. Deltas of one network chunk are displayed
 * together anyway, and each event costs promises in every layer.
 *
 * @returns the same list if there is nothing to join.
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
