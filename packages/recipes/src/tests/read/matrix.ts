export type Values = Readonly<Record<string, string>>;

/**
 * One set of values for each combination, the last key changing fastest. No keys: one empty set.
 *
 * @param most - of more than that the rest is left out.
 */
export function combinations(
  matrix: Readonly<Record<string, readonly string[]>>,
  most: number,
): readonly Values[] {
  let sets: Values[] = [{}];
  for (const [key, values] of Object.entries(matrix)) {
    sets = sets.flatMap((set) => values.map((value) => ({ ...set, [key]: value }))).slice(0, most);
  }
  return sets;
}
