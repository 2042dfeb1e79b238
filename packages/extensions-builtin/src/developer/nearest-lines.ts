const mostLinesCompared = 20_000;
const mostLinesShown = 12;
const shownCharacters = 300;
/** From 0, nothing in common, to 1, identical. */
const similarEnough = 0.5;

/**
 * Explains why a text was not found, as a hint: where it occurs with other white space, or what is most similar;
 * lines are formatted as by the read tool.
 */
export function nearestLines(file: string, wanted: string): string {
  if (/^\s*\d+\t/.test(wanted))
    return "old_text begins with a line number of read: leave out numbers and tabs.";
  const lines = file.split("\n", mostLinesCompared).map((line) => line.replace(/\r$/, ""));
  const sought = trimmedBlock(wanted.split("\n"));
  if (sought.length === 0) return "Give some text that is in the file.";
  const spaced = placeOf(sought.map(squeezed), lines.map(squeezed));
  if (spaced !== undefined) {
    return `These lines differ only in white space. Copy them exactly:\n${numbered(lines, spaced, sought.length)}`;
  }
  const near = mostSimilar(sought, lines);
  if (near === undefined) return "Nothing in the file is like it. Read the file again.";
  return `The most similar lines are:\n${numbered(lines, near, sought.length)}`;
}

function trimmedBlock(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line.trim() !== "");
  const end = lines.findLastIndex((line) => line.trim() !== "");
  return start === -1 ? [] : lines.slice(start, end + 1);
}

function squeezed(line: string): string {
  return line.replace(/\s+/g, " ").trim();
}

function placeOf(sought: readonly string[], lines: readonly string[]): number | undefined {
  const at = lines.findIndex((_, start) => sought.every((line, offset) => lines[start + offset] === line));
  return at === -1 ? undefined : at;
}

/** Compares the longest line, which is the most distinctive. */
function mostSimilar(sought: readonly string[], lines: readonly string[]): number | undefined {
  const longest = sought.reduce(
    (best, line, index) => (line.length > (sought[best]?.length ?? 0) ? index : best),
    0,
  );
  const wanted = pairsOf(sought[longest] ?? "");
  let best = { line: -1, score: similarEnough };
  for (const [line, text] of lines.entries()) {
    const score = likeness(wanted, pairsOf(text));
    if (score > best.score) best = { line, score };
  }
  return best.line === -1 ? undefined : Math.max(0, best.line - longest);
}

/** Dice's coefficient over pairs of characters. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let common = 0;
  for (const pair of one) if (other.has(pair)) common++;
  return (2 * common) / (one.size + other.size);
}

function pairsOf(line: string): Set<string> {
  const text = squeezed(line.slice(0, shownCharacters));
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
}

function numbered(lines: readonly string[], start: number, count: number): string {
  return lines
    .slice(start, start + Math.min(count, mostLinesShown))
    .map((line, offset) => `${start + offset + 1}\t${line.slice(0, shownCharacters)}`)
    .join("\n");
}
