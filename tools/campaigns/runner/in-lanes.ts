/**
 * Does the work of every item, some at the same time, and begins in the order of the items. What is under way comes to
 * its end, also when another work has failed.
 *
 * @param signal - aborted: begins no more, and throws its reason.
 * @returns results in the order of the items.
 */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Result>,
  signal?: AbortSignal,
): Promise<readonly Result[]> {
  const waiting = [...items.entries()];
  const results: Result[] = [];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      signal?.throwIfAborted();
      results[next[0]] = await work(next[1]);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ended) if (end.status === "rejected") throw end.reason as Error;
  return results;
}
