/** Lets holders of a common name through one after the other, in the order in which they asked. */
export interface ResourceQueue {
  /** Takes a place in every line at once, so that nobody waits in a circle. */
  claim(names: readonly string[]): ResourceClaim;
}

export interface ResourceClaim {
  /** Nobody was before it when it was taken. */
  readonly isFirst: boolean;
  /** Resolves when all who came before have left. */
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
