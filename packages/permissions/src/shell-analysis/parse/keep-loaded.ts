/**
 * Loads at the first use and keeps what was loaded.
 *
 * @returns gives `undefined` when it cannot be loaded. That is not kept: the next call tries again.
 */
export function keepLoaded<T>(load: () => Promise<T>): () => Promise<T | undefined> {
  let loading: Promise<T> | undefined;
  return async () => {
    try {
      return await (loading ??= load());
    } catch {
      loading = undefined;
      return undefined;
    }
  };
}
