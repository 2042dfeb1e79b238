export interface FoundLine {
  readonly path: string;
  /** `undefined` for a binary file, of which no line is shown. */
  readonly line: number | undefined;
  readonly text: string;
  /** Column of the match in bytes, from 1; `undefined` for a context line. */
  readonly column: number | undefined;
}

const binary = /^([^\0]*?): (?:binary file matches|WARNING: stopped searching binary file)[^\n]*\n/;
// oxlint-disable-next-line no-control-regex
const record = /^([^\0]*)\0(\d+)(?::(\d+):|-)([^\n]*)\n/;

/** Parses `path NUL number (:column: or -) text LF`, which works for every path; an unfinished last line is dropped. */
export function foundLines(output: string): FoundLine[] {
  const found: FoundLine[] = [];
  let rest = output;
  for (;;) {
    const whole = binary.exec(rest);
    const match = whole ? null : record.exec(rest);
    if (whole) found.push({ path: whole[1] ?? "", line: undefined, text: "", column: undefined });
    else if (match) {
      const [, path = "", line, column, text = ""] = match;
      found.push({
        path,
        line: Number(line),
        text,
        column: column === undefined ? undefined : Number(column),
      });
    } else return found;
    rest = rest.slice((whole ?? match)?.[0].length);
  }
}
