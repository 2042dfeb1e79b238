/** The known word that was probably meant: at most two letters off, or a third of a long word; otherwise none. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const plain = word.toLowerCase().replaceAll("-", "_");
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(plain, candidate.toLowerCase());
    if (best === undefined || distance < best.distance) best = { word: candidate, distance };
  }
  const allowed = Math.min(Math.max(2, Math.floor(plain.length / 3)), plain.length - 1);
  return best !== undefined && best.distance <= allowed ? best.word : undefined;
}

function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 8) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
