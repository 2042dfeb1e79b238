/** Serializes claims on the same resource, in the order in which they were made. */
export interface ResourceQueue {
  /** Claims all names at once, which rules out deadlocks. */
  claim(names: readonly string[]): ResourceClaim;
}

export interface ResourceClaim {
  /** Whether no earlier claim was held on any of the names. */
  readonly isFirst: boolean;
  /** Resolves when all earlier claims have been released. */
  readonly ready: Promise<void>;
  release(): void;
}

export function createResourceQueue(): ResourceQueue {
  const lastIn = new Map<string, Promise<void>>();
  return {
    claim(names) {
      const unique = [...new Set(names)];
      const isFirst = unique.every((name) => !lastIn.has(name));
      const ready = Promise.all(unique.map(async (name) => lastIn.get(name))).then(() => undefined);
      const { promise: left, resolve: leave } = Promise.withResolvers<void>();
      for (const name of unique) lastIn.set(name, left);
      return {
        isFirst,
        ready,
        release() {
          leave();
          for (const name of unique) if (lastIn.get(name) === left) lastIn.delete(name);
        },
      };
    },
  };
}
