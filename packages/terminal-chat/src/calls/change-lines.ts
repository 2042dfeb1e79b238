/** A line of a change, or one that stands between its parts. */
export interface ChangeLine {
  /** In the file as it becomes, or as it was where the line goes; absent where it cannot be told. */
  readonly number?: number;
  readonly mark: " " | "+" | "-" | "…";
  readonly text: string;
}

/**
 * The lines of a change with their numbers.
 *
 * @param lines - `@@ line N @@`, where `N` is the first line that changes in the file as it was, then lines that begin with
 *   ` `, `-` or `+`; anything else stands for lines that were left out.
 */
export function numberedChange(lines: readonly string[]): readonly ChangeLine[] {
  const shown: ChangeLine[] = [];
  /** How many lines more the file has by the hunks before. */
  let shift = 0;
  for (const hunk of hunksOf(lines)) {
    if (shown.length > 0) shown.push({ mark: "…", text: "" });
    const lead = hunk.lines.findIndex((line) => !line.startsWith(" "));
    let old = hunk.line - Math.max(0, lead);
    let now = old + shift;
    let isKnown = true;
    for (const line of hunk.lines) {
      const mark = markOf(line);
      isKnown &&= mark !== "…";
      const number = mark === "-" ? old : now;
      if (mark !== "+") old += 1;
      if (mark !== "-") now += 1;
      const text = mark === "…" ? line : line.slice(1);
      shown.push(isKnown ? { number, mark, text } : { mark, text });
    }
    shift = now - old;
  }
  return shown;
}

/** A new file: every line is one that comes. */
export function newLines(content: string): readonly ChangeLine[] {
  const lines = content.replace(/\n$/, "").split("\n");
  return content === "" ? [] : lines.map((text, at) => ({ number: at + 1, mark: "+", text }));
}

/** `+5 −3`; empty when nothing changes. */
export function changeCount(lines: readonly ChangeLine[]): string {
  const of = (wanted: ChangeLine["mark"]) => lines.filter(({ mark }) => mark === wanted).length;
  const [added, removed] = [of("+"), of("-")];
  return [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])].join(" ");
}

/** Its number and its mark: what stands before its text. */
export function changeGutter({ number, mark, text }: ChangeLine): string {
  if (mark === "…") return text === "" ? "     ⋮" : "     ";
  return `${number === undefined ? "     " : String(number).padStart(5)} ${mark}`;
}

interface Hunk {
  readonly line: number;
  readonly lines: string[];
}

function hunksOf(lines: readonly string[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  for (const line of lines) {
    const [, number] = /^@@ line (\d+) @@$/.exec(line) ?? [];
    if (number !== undefined) hunks.push({ line: Number(number), lines: [] });
    else hunks.at(-1)?.lines.push(line);
  }
  return hunks;
}

function markOf(line: string): ChangeLine["mark"] {
  const mark = line.slice(0, 1);
  return mark === " " || mark === "+" || mark === "-" ? mark : "…";
}
