const clearLine = "\x1b[2K";

/**
 * What makes a row that shows `before` show `after`; the cursor is in its first column. What both begin with stays, as far as
 * no terminal can doubt how wide it is.
 */
export function lineChange(before: string | undefined, after: string): string {
  const { length, columns } = before === undefined ? nothing : commonStart(before, after);
  if (columns < fewestKept) return clearLine + after;
  const start = after.slice(0, length);
  // Cleared before it is written: behind a full row the cursor stands on its last column.
  return `\x1b[${columns + 1}G\x1b[K${openStyles(start).join("")}${after.slice(length)}`;
}

const nothing = { length: 0, columns: 0 };
/** Moving there takes as many bytes. */
const fewestKept = 6;

// oxlint-disable-next-line no-control-regex
const style = /\x1b\[[\d;]*m/y;

/** Of letters of ASCII and styles. Whatever follows is no part of the last letter. */
function commonStart(before: string, after: string): { readonly length: number; readonly columns: number } {
  let [length, columns, lastLetter] = [0, 0, 0];
  while (length < after.length && before[length] === after[length]) {
    style.lastIndex = length;
    const escape = style.exec(after)?.[0];
    if (escape === undefined) {
      if (!isPlain(after, length)) break;
      lastLetter = length++;
      columns++;
    } else if (before.startsWith(escape, length)) length += escape.length;
    else break;
  }
  if (columns === 0 || (followsPlainly(before, length) && followsPlainly(after, length)))
    return { length, columns };
  return { length: lastLetter, columns: columns - 1 };
}

function isPlain(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x20 && code < 0x7f;
}

/** Not a mark that changes the letter before it. */
function followsPlainly(text: string, at: number): boolean {
  return at >= text.length || text[at] === "\x1b" || isPlain(text, at);
}

/** Codes that end a style, and those that have begun it. */
const ends: Readonly<Record<string, RegExp>> = {
  "22": /^[12]$/,
  "23": /^3$/,
  "24": /^4$/,
  "27": /^7$/,
  "29": /^9$/,
  "39": /^(?:3[0-8]|9[0-7])(?:;[\d;]*)?$/,
  "49": /^(?:4[0-8]|10[0-7])(?:;[\d;]*)?$/,
};

/** The styles that are on at the end of a text, without those that it has ended itself. */
function openStyles(text: string): readonly string[] {
  // oxlint-disable-next-line no-control-regex
  const all = text.match(/\x1b\[[\d;]*m/g) ?? [];
  return all.reduce<readonly string[]>((open, one) => {
    const code = codeOf(one);
    if (code === "" || code === "0") return [];
    const begun = ends[code];
    return begun ? open.filter((other) => !begun.test(codeOf(other))) : [...open, one];
  }, []);
}

const codeOf = (sequence: string): string => sequence.slice(2, -1);
