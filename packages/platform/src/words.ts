/** The known word that was most likely meant; `undefined` if none is close. Ignores case, `-` and `_`. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  if (word.length > 64) return undefined;
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_]/g, "");
  const ranked = known
    .map((candidate) => ({ candidate, distance: distance(plain(word), plain(candidate)) }))
    .toSorted((one, other) => one.distance - other.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(1, Math.floor(best.candidate.length / 3))
    ? best.candidate
    : undefined;
}

/** The number of letters to insert, delete, replace or swap (optimal string alignment). */
function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const change = from[row - 1] === to[column - 1] ? 0 : 1;
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + change);
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length]!;
}

/** Returns a word of a command line as a person writes it: in double quotes if it has white space or quotes, or is empty. */
export function quotedWord(text: string): string {
  return /^[^\s'"]+$/.test(text) ? text : JSON.stringify(text);
}
