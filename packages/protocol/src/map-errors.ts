/**
 * A pipe that changes errors alone: items pass as they come, and what `source` throws is thrown as `change` has it.
 * A generator that only forwards would cost several promises for each item of a streamed reply.
 */
export function mapErrors<Item>(
  source: AsyncIterable<Item>,
  change: (error: unknown) => unknown,
): AsyncIterable<Item> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = source[Symbol.asyncIterator]();
      const fail = (error: unknown): never => {
        throw change(error);
      };
      return {
        next: () => iterator.next().catch(fail),
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}
