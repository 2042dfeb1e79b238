/** The result, or `undefined` when the work throws, whatever it throws. */
export function tryTo<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
