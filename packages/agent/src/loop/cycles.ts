/** The longest cycle of replies that is detected. */
const maxLength = 8;

interface Round {
  readonly calls: string;
  /** `undefined` until the calls have ended. */
  results: string | undefined;
}

/**
 * Detects replies that repeat the same calls in a cycle, such as A-B-A-B, up to eight replies long.
 *
 * A cycle counts as endless after more than `maxRounds` rounds with the same results, or twice as many with
 * different ones, which may be progress. A single call repeated in a row is counted by `createRepetitions`.
 */
export function createCycles(maxRounds: number): {
  /** @returns the length of the cycle when a reply with these calls exceeds the limit, else `undefined`. */
  add(calls: readonly string[]): number | undefined;
  /** Records the results of the calls that were added last. */
  end(results: string): void;
} {
  const rounds: Round[] = [];
  const lengths = Array.from({ length: maxLength }, (_, at) => at + 1);
  /**
   * By cycle length: how many replies in a row had the same calls, and the same results, as one cycle
   * earlier.
   */
  const same = lengths.map(() => ({ calls: 0, results: 0 }));
  const before = (length: number): Round | undefined => rounds[rounds.length - 1 - length];

  return {
    add(calls) {
      rounds.push({ calls: calls.join("\n"), results: undefined });
      if (rounds.length > maxLength + 1) rounds.shift();
      const last = rounds.at(-1)!;
      for (const length of lengths) {
        const count = same[length - 1]!;
        count.calls = before(length)?.calls === last.calls ? count.calls + 1 : 0;
        if (count.calls === 0) count.results = 0;
      }
      return lengths.find((length) => {
        if (length === 1 && calls.length === 1) return false;
        const { calls: repeated, results } = same[length - 1]!;
        const isBeyond = (limit: number) => repeated > (limit - 1) * length;
        // The newest calls have no results yet.
        return isBeyond(results >= repeated - 1 ? maxRounds : 2 * maxRounds);
      });
    },
    end(results) {
      const last = rounds.at(-1);
      if (!last) return;
      last.results = results;
      for (const length of lengths) {
        const count = same[length - 1]!;
        if (count.calls > 0) count.results = before(length)?.results === results ? count.results + 1 : 0;
      }
    },
  };
}
