import { structuredPatch } from "diff";

export interface DiffLine {
  readonly mark: " " | "-" | "+";
  readonly text: string;
}

/** A stretch of lines that belong together; `skipped` unchanged lines stand before it. */
export interface Hunk {
  readonly skipped: number;
  readonly lines: readonly DiffLine[];
}

const contextLines = 3;
/** Maximum number of removed and added lines. With more, the diff is all old lines, then all new ones. */
const mostChanges = 2_000;

/** What changed between two texts. Every line that differs is in it. */
export function diffHunks(before: string, after: string): readonly Hunk[] {
  const patch = structuredPatch("", "", before, after, "", "", {
    context: contextLines,
    maxEditLength: mostChanges,
  });
  if (!patch) return [{ skipped: 0, lines: [...marked("-", before), ...marked("+", after)] }];
  let seen = 1;
  return patch.hunks.map(({ oldStart, oldLines, lines }) => {
    const skipped = Math.max(0, oldStart - seen);
    seen = oldStart + oldLines;
    return { skipped, lines: lines.flatMap(diffLine) };
  });
}

/** Without the remark that a text does not end with a line feed. */
function diffLine(line: string): readonly DiffLine[] {
  const mark = line[0];
  return mark === " " || mark === "-" || mark === "+" ? [{ mark, text: line.slice(1) }] : [];
}

function marked(mark: DiffLine["mark"], text: string): readonly DiffLine[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => ({ mark, text: line }));
}
