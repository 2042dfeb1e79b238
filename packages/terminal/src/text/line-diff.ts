const contextLines = 2;

/**
 * What changes between two lists of lines, as lines that begin with ` `, `-` or `+`: everything between the first and the last
 * line that differ, with a little around it. Nothing that differs is left out.
 */
export function lineDiff(before: readonly string[], after: readonly string[]): string[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  if (start === before.length && start === after.length) return [];
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const rest = before.slice(before.length - end);
  return [
    ...before.slice(Math.max(0, start - contextLines), start).map((line) => ` ${line}`),
    ...before.slice(start, before.length - end).map((line) => `-${line}`),
    ...after.slice(start, after.length - end).map((line) => `+${line}`),
    ...rest.slice(0, contextLines).map((line) => ` ${line}`),
  ];
}

/** The lines of a file; one that does not end with a line break says so. */
export function fileLines(content: string): string[] {
  if (content === "") return [];
  const lines = content.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : [...lines, "\\ No newline at the end"];
}
