export interface FoundLine {
  readonly path: string;
  /** `undefined` for a binary file, of which no line is shown. */
  readonly line: number | undefined;
  readonly text: string;
  /** A line around a match. */
  readonly context: boolean;
}

const binary = /^([^\0]*?): (?:binary file matches|WARNING: stopped searching binary file)[^\n]*\n/;
// oxlint-disable-next-line no-control-regex
const record = /^([^\0]*)\0(\d+)([:-])([^\n]*)\n/;

/** Reads `path NUL number (: or -) text LF`, which holds for every path; an unfinished last line is left out. */
export function foundLines(output: string): FoundLine[] {
  const found: FoundLine[] = [];
  let rest = output;
  for (;;) {
    const whole = binary.exec(rest);
    const match = whole ? null : record.exec(rest);
    if (whole) found.push({ path: whole[1] ?? "", line: undefined, text: "", context: false });
    else if (match) {
      const [, path = "", line, mark, text = ""] = match;
      found.push({ path, line: Number(line), text, context: mark === "-" });
    } else return found;
    rest = rest.slice((whole ?? match)?.[0].length);
  }
}
