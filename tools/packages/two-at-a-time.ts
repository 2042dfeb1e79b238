/** Runs the work for each item, two at a time, and returns the results in the order of the items. */
export async function twoAtATime<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const waiting = [...items.entries()];
  const results: Result[] = [];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results[next[0]] = await work(next[1]);
    }
  };
  await Promise.all([lane(), lane()]);
  return results;
}
