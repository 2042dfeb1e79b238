/**
 * Splits a command line into words, by the quoting rules of a POSIX shell only: no variables, patterns or operators.
 *
 * @returns `undefined` when a quote or an escape is not closed.
 */
export function commandWords(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? "";
    if (character === "'" || character === '"') {
      const end = quoteEnd(line, at);
      if (end === -1) return undefined;
      const inside = line.slice(at + 1, end);
      word = (word ?? "") + (character === "'" ? inside : inside.replace(/\\(["\\$`])/g, "$1"));
      at = end;
    } else if (character === "\\") {
      const next = line[++at];
      if (next === undefined) return undefined;
      word = (word ?? "") + next;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  return word === undefined ? words : [...words, word];
}

function quoteEnd(line: string, start: number): number {
  const quote = line[start];
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === "\\" && quote === '"') at++;
    else if (line[at] === quote) return at;
  }
  return -1;
}
