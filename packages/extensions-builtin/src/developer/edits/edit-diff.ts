import { shownLine } from "./shown-line.ts";
import type { Splice } from "./text-match.ts";

const contextLines = 2;

interface DiffLimits {
  readonly hunks: number;
  /** Lines per side of a hunk. */
  readonly lines: number;
  /** Characters per line. */
  readonly characters: number;
}

const forModel: DiffLimits = { hunks: 5, lines: 20, characters: 300 };
const complete: DiffLimits = { hunks: 100, lines: Infinity, characters: Infinity };

/** A short unified diff of an edit, so that the model can check that it hit the right place. */
export function editDiff(file: string, all: readonly Splice[]): string {
  const groups = grouped(file, all);
  const shown = groups.slice(0, forModel.hunks).map((group) => hunk(file, group, forModel));
  const more = groups.length - shown.length;
  return [...shown, ...(more > 0 ? [`… and ${more} more`] : [])].join("\n");
}

/** The complete diff, for people to approve; `undefined` when it has more than 100 hunks. */
export function editPreview(file: string, all: readonly Splice[]): string | undefined {
  const groups = grouped(file, all);
  if (groups.length > complete.hunks) return undefined;
  return groups.map((group) => hunk(file, group, complete)).join("\n");
}

/** Changes on adjacent lines form one hunk. */
function grouped(file: string, all: readonly Splice[]): Splice[][] {
  const groups: Splice[][] = [];
  let lastEnd = -1;
  for (const splice of all) {
    const group = groups.at(-1);
    if (group && lineStart(file, splice.start) <= lastEnd) group.push(splice);
    else groups.push([splice]);
    lastEnd = lineEnd(file, splice.end) + 1;
  }
  return groups;
}

function hunk(file: string, group: readonly Splice[], limits: DiffLimits): string {
  const linesOf = (text: string) => textLines(text, limits);
  const from = lineStart(file, group[0]?.start ?? 0);
  const to = lineEnd(file, group.at(-1)?.end ?? 0);
  let after = "";
  let done = from;
  for (const { start, end, text } of group) {
    after += file.slice(done, start) + text;
    done = end;
  }
  after += file.slice(done, to);
  const before = linesOf(file.slice(Math.max(0, from - 4000), from))
    .slice(0, -1)
    .slice(-contextLines);
  const follow = to + 1 >= file.length ? [] : linesOf(file.slice(to + 1, to + 4000)).slice(0, contextLines);
  const changed = changedOnly(linesOf(file.slice(from, to)), linesOf(after));
  const following = [...changed.after, ...follow];
  // What comes after the last line end is no line.
  if (to === file.length && following.at(-1) === "") following.pop();
  const number = file.slice(0, from).split("\n").length + changed.skipped;
  return [
    `@@ line ${number} @@`,
    ...[...before, ...changed.before].slice(-contextLines).map((line) => ` ${line}`),
    ...shortened(changed.removed, limits).map((line) => `-${line}`),
    ...shortened(changed.added, limits).map((line) => `+${line}`),
    ...following.slice(0, contextLines).map((line) => ` ${line}`),
  ].join("\n");
}

/** Equal lines on both sides are context. */
function changedOnly(removed: readonly string[], added: readonly string[]) {
  const shorter = Math.min(removed.length, added.length);
  let start = 0;
  while (start < shorter && removed[start] === added[start]) start++;
  let end = 0;
  while (end < shorter - start && removed.at(-1 - end) === added.at(-1 - end)) end++;
  return {
    skipped: start,
    before: removed.slice(0, start),
    removed: removed.slice(start, removed.length - end),
    added: added.slice(start, added.length - end),
    after: removed.slice(removed.length - end),
  };
}

function shortened(lines: readonly string[], { lines: mostLines }: DiffLimits): readonly string[] {
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines), `… ${lines.length - mostLines} more lines`];
}

function textLines(text: string, { characters }: DiffLimits): string[] {
  return text.split("\n").map((line) => shownLine(line).slice(0, characters));
}

function lineStart(file: string, position: number): number {
  return position === 0 ? 0 : file.lastIndexOf("\n", position - 1) + 1;
}

/** Position of the line's `\n`, or of the end of the file. */
function lineEnd(file: string, position: number): number {
  const at = file.indexOf("\n", position);
  return at === -1 ? file.length : at;
}
