/**
 * Scales amounts to whole numbers that add up to `total`. Each differs from its exact share by less than 1 (largest
 * remainder method); of equal remainders the first is rounded up.
 *
 * @param amounts - not negative. All 0: the result is all 0.
 * @param total - a whole number, not negative.
 */
export function apportion(amounts: readonly number[], total: number): readonly number[] {
  const sum = amounts.reduce((before, amount) => before + amount, 0);
  if (sum === 0) return amounts.map(() => 0);
  const exact = amounts.map((amount) => (amount / sum) * total);
  const whole = exact.map(Math.floor);
  const missing = total - whole.reduce((before, amount) => before + amount, 0);
  const byRemainder = exact
    .map((share, at) => ({ at, remainder: share - Math.floor(share) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.at - b.at);
  for (const { at } of byRemainder.slice(0, missing)) whole[at]! += 1;
  return whole;
}
