/** A line of a diff. Line numbers are of the file before and after. */
export interface DiffRow {
  readonly kind: "hunk" | "same" | "removed" | "added";
  readonly before?: number;
  readonly after?: number;
  readonly text: string;
}

export interface DiffCount {
  readonly added: number;
  readonly removed: number;
}

const hunkHead = /^@@ (?:line (\d+)|-(\d+)(?:,\d+)? \+(\d+)(?:,\d+)?) @@/;

/**
 * The lines of a unified diff, and of the previews of changes. A preview says `@@ line N @@`, where `N` is the first line that
 * changes in the file as it was, and then lines that begin with ` `, `-` or `+`; anything else stands for lines left out.
 */
export function diffRows(diff: string): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let isInHunk = false;
  let [before, after] = [1, 1];
  const lines = diff.replace(/\n$/, "").split("\n");
  for (const [at, line] of lines.entries()) {
    const head = hunkHead.exec(line);
    if (head) {
      const [, first, old, now] = head;
      const shift = after - before;
      before = first === undefined ? Number(old) : Number(first) - leadingLines(lines, at + 1);
      after = first === undefined ? Number(now) : before + shift;
      isInHunk = true;
      rows.push({ kind: "hunk", text: line });
    } else if (isInHunk && !line.startsWith("\\")) {
      const text = line.slice(1);
      if (line.startsWith("-")) rows.push({ kind: "removed", before: before++, text });
      else if (line.startsWith("+")) rows.push({ kind: "added", after: after++, text });
      else if (line.startsWith(" ")) rows.push({ kind: "same", before: before++, after: after++, text });
      else rows.push({ kind: "hunk", text: line });
    }
  }
  return rows;
}

/** Unchanged lines before the first change. */
function leadingLines(lines: readonly string[], from: number): number {
  const first = lines.findIndex((line, at) => at >= from && !line.startsWith(" "));
  return first < 0 ? 0 : first - from;
}

export function diffCount(rows: readonly DiffRow[]): DiffCount {
  const count = (kind: DiffRow["kind"]) => rows.filter((row) => row.kind === kind).length;
  return { added: count("added"), removed: count("removed") };
}

/** A row of the view side by side. */
export interface DiffPair {
  readonly left?: DiffRow;
  readonly right?: DiffRow;
}

/** Lines beside each other: what was removed stands beside what was added in its place. */
export function diffPairs(rows: readonly DiffRow[]): readonly DiffPair[] {
  const pairs: DiffPair[] = [];
  let removed: DiffRow[] = [];
  let added: DiffRow[] = [];
  const flush = () => {
    const length = Math.max(removed.length, added.length);
    for (let at = 0; at < length; at++) {
      const [left, right] = [removed[at], added[at]];
      pairs.push({ ...(left && { left }), ...(right && { right }) });
    }
    [removed, added] = [[], []];
  };
  for (const row of rows) {
    if (row.kind === "removed") removed.push(row);
    else if (row.kind === "added") added.push(row);
    else {
      flush();
      pairs.push({ left: row, right: row });
    }
  }
  flush();
  return pairs;
}
