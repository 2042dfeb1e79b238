/**
 * Maps errors only: items pass unchanged, and what `source` throws is replaced
 * by `change(error)`.
 *
 * Written as an iterator because a forwarding generator would cost several
 * promises per item of a streamed reply. Leaving the iteration early calls
 * `return` of `source`.
 *
 * @param change - returns the error to throw instead. May return its argument.
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
