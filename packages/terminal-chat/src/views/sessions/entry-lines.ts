import { effectiveEntries, type Entry } from "@skein/protocol";
import { entryWords } from "@skein/session-view/text";
import { cleanText, paintFor } from "@skein/terminal";

export interface EntryLines {
  readonly lines: readonly string[];
  /** Some of the entries are marked with `-`: a rewind hides them. */
  readonly isMarked: boolean;
}

/** A journal's entries, a line each. @param all - the whole journal. @param shown - those that get a line. */
export function entryLines(
  all: readonly Entry[],
  shown: readonly Entry[],
  stream: NodeJS.WriteStream,
): EntryLines {
  const paint = paintFor(stream);
  const stands = new Set(effectiveEntries(all).map(({ seq }) => seq));
  const room = Math.max(4, String(all.at(-1)?.seq ?? 0).length);
  const kindRoom = Math.max(...shown.map(({ kind }) => kind.length), 0);
  let isMarked = false;
  const lines = shown.map((entry) => {
    const isTaken = !stands.has(entry.seq) && entry.kind !== "rewind";
    if (isTaken) isMarked = true;
    const place = `${String(entry.seq).padStart(room)} ${isTaken ? "-" : " "} ${clock(entry.at)}`;
    const words = entryWords(entry).slice(0, 1000).replaceAll(/\s+/g, " ");
    const line = cleanText(`${place}  ${entry.kind.padEnd(kindRoom)}  ${words}`);
    const clipped = clip(line.trimEnd(), stream.columns ?? 120);
    return isTaken ? paint("dim", clipped) : clipped;
  });
  return { lines, isMarked };
}

function clock(at: number): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
