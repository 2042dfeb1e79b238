/** Whether a real thing, by its number, is one that was expected. */
type Fits<Expected> = (expected: Expected, real: number) => boolean;

/**
 * For each expected thing the number of the real one that stands for it. Taking the first that fits leaves the most for
 * those behind it.
 */
export function inOrder<Expected>(
  expected: readonly Expected[],
  count: number,
  fits: Fits<Expected>,
): readonly (number | undefined)[] {
  let from = 0;
  return expected.map((each) => {
    for (let real = from; real < count; real++) {
      if (!fits(each, real)) continue;
      from = real + 1;
      return real;
    }
    return undefined;
  });
}

/**
 * The same without an order: as many as can be have one of their own. One that takes what it can lets another have it
 * when there is a second that fits (augmenting paths, after Kuhn).
 */
export function inAnyOrder<Expected>(
  expected: readonly Expected[],
  count: number,
  fits: Fits<Expected>,
): readonly (number | undefined)[] {
  const holder = new Map<number, number>();
  const place = (index: number, asked: Set<number>): boolean => {
    for (let real = 0; real < count; real++) {
      if (asked.has(real) || !fits(expected[index]!, real)) continue;
      asked.add(real);
      const other = holder.get(real);
      if (other !== undefined && !place(other, asked)) continue;
      holder.set(real, index);
      return true;
    }
    return false;
  };
  for (const index of expected.keys()) place(index, new Set());
  const found = new Map([...holder].map(([real, index]) => [index, real]));
  return expected.map((_, index) => found.get(index));
}
