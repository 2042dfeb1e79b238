/** The longest cycle of replies that is seen. */
const maxLength = 8;

interface Round {
  readonly calls: string;
  /** `undefined` until the calls have ended. */
  results: string | undefined;
}

/**
 * Finds replies whose calls come round again: A-B-A-B, or the same several calls each time, up to eight replies long.
 *
 * A cycle has no end when it has come round more than `maxRounds` times with the same results, or twice as often with others:
 * results that differ may be progress. One call on its own, made in a row, is not for here to count.
 */
export function createCycles(maxRounds: number): {
  /** @returns the length of a cycle that these calls of a reply are too much for; `undefined`: go on. */
  add(calls: readonly string[]): number | undefined;
  /** What came of the calls that were added last. */
  end(results: string): void;
} {
  const rounds: Round[] = [];
  const lengths = Array.from({ length: maxLength }, (_, at) => at + 1);
  /** By the length: how many replies in a row had the calls of the one that stands a cycle earlier, and the results. */
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
        // The calls that come now have no results yet.
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
