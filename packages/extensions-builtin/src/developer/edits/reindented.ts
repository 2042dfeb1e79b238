/**
 * New lines with the indentation that the file has where the old lines are. A line that does not change stays as it
 * is in the file.
 *
 * @param wanted - the old lines as they were given.
 * @param found - the same lines in the file.
 * @returns `undefined` when the indentation of the file does not follow from that of the old lines.
 */
export function reindented(
  wanted: readonly string[],
  found: readonly string[],
  given: readonly string[],
): string[] | undefined {
  const indents = new Map<string, string>();
  for (const [index, line] of wanted.entries()) {
    if (isBlank(line)) continue;
    const [old, now] = [indentOf(line), indentOf(found[index] ?? "")];
    if ((indents.get(old) ?? now) !== now) return undefined;
    indents.set(old, now);
  }
  const convert = converter(indents);
  const same = samePlaces(wanted, given);
  const lines: string[] = [];
  for (const [index, line] of given.entries()) {
    const place = same(index);
    const old = indentOf(line);
    const indent = isBlank(line) ? "" : convert(old);
    if (place === undefined && indent === undefined) return undefined;
    lines.push(
      place === undefined ? `${indent}${isBlank(line) ? "" : line.slice(old.length)}` : (found[place] ?? ""),
    );
  }
  return lines;
}

/** Of a new line, the old one that it is, counted from both ends. */
function samePlaces(
  wanted: readonly string[],
  given: readonly string[],
): (index: number) => number | undefined {
  const shorter = Math.min(wanted.length, given.length);
  let head = 0;
  while (head < shorter && wanted[head] === given[head]) head++;
  let tail = 0;
  while (tail < shorter - head && wanted.at(-1 - tail) === given.at(-1 - tail)) tail++;
  return (index) => {
    if (index < head) return index;
    return index >= given.length - tail ? index - given.length + wanted.length : undefined;
  };
}

/** For an indentation that no old line has: one unit of theirs is one unit of the file's. */
function converter(indents: ReadonlyMap<string, string>): (indent: string) => string | undefined {
  const pairs = [...indents];
  if (pairs.every(([old, now]) => old === now)) return (indent) => indent;
  const shortest = pairs.filter(([old]) => old !== "").toSorted(([a], [b]) => a.length - b.length)[0];
  const [unit, now] = shortest ?? ["", ""];
  const scaled = (indent: string) => {
    const times = timesOf(indent, unit);
    return times === undefined ? undefined : now.repeat(times);
  };
  const isRegular = pairs.every(([old, other]) => scaled(old) === other);
  return (indent) => indents.get(indent) ?? (isRegular ? scaled(indent) : undefined);
}

/** How often the unit makes up the indentation; `undefined` when it does not. */
function timesOf(indent: string, unit: string): number | undefined {
  if (unit === "") return indent === "" ? 0 : undefined;
  const times = indent.length / unit.length;
  return Number.isInteger(times) && unit.repeat(times) === indent ? times : undefined;
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function isBlank(line: string): boolean {
  return /^\s*$/.test(line);
}
