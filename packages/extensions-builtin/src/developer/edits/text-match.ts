/** A range of the file and its replacement. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A place where an old text is. */
export interface TextMatch {
  /** The smallest change to the new text. */
  readonly splice: Splice;
  /** All of the old text. */
  readonly range: { readonly start: number; readonly end: number };
}

/**
 * Finds the old text, each occurrence with the smallest change to the new one. Line endings are ignored: `\n` in the
 * old text matches `\r\n`, and new lines get the line ending used at that place.
 */
export function findText(file: string, oldText: string, newText: string): TextMatch[] {
  const crlf = file.includes("\r\n");
  const plain = crlf ? file.replaceAll("\r\n", "\n") : file;
  const wanted = oldText.replaceAll("\r\n", "\n");
  const replacement = crlf ? newText.replaceAll("\r\n", "\n") : newText;
  const same = commonEnds(wanted, replacement);
  const middle = replacement.slice(same.before, replacement.length - same.after);
  const toFile = crlf ? positionsIn(file) : (position: number) => position;
  return placesOf(wanted, plain).map((at) => {
    const from = toFile(at);
    const start = toFile(at + same.before);
    const end = toFile(at + wanted.length - same.after);
    const to = toFile(at + wanted.length);
    const breaks = crlf && usesCrlf(file, start, end);
    return {
      splice: { start, end, text: breaks ? middle.replaceAll("\n", "\r\n") : middle },
      range: { start: from, end: to },
    };
  });
}

/** The change of a range at `offset` to another text, without what both have at their ends. */
export function smallestSplice(offset: number, before: string, after: string): Splice {
  const same = commonEnds(before, after);
  return {
    start: offset + same.before,
    end: offset + before.length - same.after,
    text: after.slice(same.before, after.length - same.after),
  };
}

export function lineOf(file: string, position: number): number {
  let line = 1;
  for (let at = file.indexOf("\n"); at !== -1 && at < position; at = file.indexOf("\n", at + 1)) line++;
  return line;
}

function placesOf(wanted: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length))
    places.push(at);
  return places;
}

/** Equal characters at both ends; none is cut. */
function commonEnds(one: string, other: string): { readonly before: number; readonly after: number } {
  const shorter = Math.min(one.length, other.length);
  let before = 0;
  while (before < shorter && one[before] === other[before]) before++;
  if (before > 0 && isHigh(one, before - 1)) before--;
  let after = 0;
  while (after < shorter - before && one[one.length - 1 - after] === other[other.length - 1 - after]) after++;
  if (after > 0 && after < one.length && isHigh(one, one.length - after - 1)) after--;
  return { before, after };
}

function isHigh(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}

/** From positions in the text with normalised line endings, in ascending order, to those in the file. */
function positionsIn(file: string): (position: number) => number {
  let removed = 0;
  let next = file.indexOf("\r\n");
  return (position) => {
    while (next !== -1 && next - removed < position) {
      removed++;
      next = file.indexOf("\r\n", next + 2);
    }
    return position + removed;
  };
}

/** By the first line ending in the range, else the next one after it, else the last one before it. */
function usesCrlf(file: string, start: number, end: number): boolean {
  const inside = file.slice(start, end).indexOf("\n");
  const at = inside !== -1 ? start + inside : file.indexOf("\n", end);
  const known = at !== -1 ? at : file.lastIndexOf("\n", start);
  return known > 0 && file[known - 1] === "\r";
}
