interface Streak {
  readonly call: string;
  readonly result: string | undefined;
  /** How many calls in a row were this one, with this result. */
  readonly length: number;
}

const noStreak: Streak = { call: "", result: undefined, length: 0 };

/**
 * Counts how often the same call is made in a row, in one reply or over many; any other call resets the count.
 *
 * The limit is `most` times with the same results, or twice as many with different ones, which may be progress. A call
 * that has no result yet counts as one with the same result.
 */
export function createRepetitions(most: number): {
  /** @param calls - of one reply. @returns the index of the call that exceeds a limit, and that limit; else `undefined`. */
  add(calls: readonly string[]): { readonly at: number; readonly limit: number } | undefined;
  /** Records the results of the calls that were added last. */
  end(results: readonly (string | undefined)[]): void;
} {
  let added: readonly string[] = [];
  /** By call alone, whatever its results. */
  let made: Streak = noStreak;
  /** By call and result. */
  let alike: Streak = noStreak;

  return {
    add(calls) {
      added = calls;
      let expected = alike;
      for (const [at, call] of calls.entries()) {
        made = continued(made, call, undefined);
        expected = continued(expected, call, expected.call === call ? expected.result : undefined);
        if (expected.length > most) return { at, limit: most };
        if (made.length > 2 * most) return { at, limit: 2 * most };
      }
      return undefined;
    },
    end(results) {
      for (const [at, call] of added.entries()) alike = continued(alike, call, results[at]);
    },
  };
}

function continued(streak: Streak, call: string, result: string | undefined): Streak {
  const isSame = streak.call === call && streak.result === result;
  return { call, result, length: isSame ? streak.length + 1 : 1 };
}
