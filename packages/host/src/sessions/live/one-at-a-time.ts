/** Works that must not overlap, one after the other. */
export interface OneAtATime {
  /** Rejects with what goes wrong; the next one comes all the same. */
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Resolves when all is done; `undefined` when nothing is under way. */
  idle(): Promise<unknown> | undefined;
}

export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> | undefined;
  return {
    run(work) {
      const working = Promise.resolve(last).then(work);
      const over: Promise<unknown> = working
        .catch(() => undefined)
        .finally(() => {
          if (last === over) last = undefined;
        });
      last = over;
      return working;
    },
    idle: () => last,
  };
}
