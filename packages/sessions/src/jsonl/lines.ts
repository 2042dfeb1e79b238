import { crc32 } from "node:zlib";
import type { Entry, SessionError } from "@skein/protocol";
import { damagedEntry } from "../store-errors.ts";
import { upcast, type Upcasters, type WrittenEntry } from "../upcasters.ts";

/** The head of every line, so that a reader need not parse lines it does not want. */
export interface LineHead {
  readonly seq: number;
  /** As JSON. */
  readonly kind: string;
}

export const lineFeed = 0x0a;
/** `,"crc":"`, eight digits and `"}`. */
const sumLength = 18;
/** Sticky, and within one line: most heads are looked at where they stand. */
const headPattern =
  /\{"v":-?\d+,"seq":(\d+),"at":[^,\n]+,"run":(?:null|"(?:[^"\\\n]|\\.)*"),"kind":("(?:[^"\\\n]|\\.)*")/y;
const restPattern = /,"rest":(\d+)$/;

/**
 * One entry as one line. The last two fields belong to the line: how many lines of the same append follow, and a
 * checksum over everything before it.
 */
export function toLine({ v, seq, at, run, kind, ...body }: Entry, rest: number): string {
  const entry = JSON.stringify({ v, seq, at, run, kind, ...body });
  const counted = `${entry.slice(0, -1)},"rest":${rest}`;
  return `${counted},"crc":"${crc32(counted).toString(16).padStart(8, "0")}"}\n`;
}

/**
 * The head of the line that begins at `from`.
 *
 * @param text - lines as Latin-1: a character a byte, and what matters of a head is ASCII.
 * @returns `undefined` when the line does not begin like a journal line.
 */
export function parseLineHead(text: string, from = 0): LineHead | undefined {
  headPattern.lastIndex = from;
  const found = headPattern.exec(text);
  return found ? { seq: Number(found[1]), kind: found[2] ?? "" } : undefined;
}

/** Complete lines, without their line feeds. */
export function* linesIn(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length;) {
    const to = bytes.indexOf(lineFeed, from);
    yield bytes.subarray(from, to);
    from = to + 1;
  }
}

export function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count++;
  return count;
}

/** How many lines of the same append follow; `undefined` when the line was not written completely. */
export function followingLines(line: Buffer): number | undefined {
  const counted = line.subarray(0, -sumLength);
  const sum = line.toString("latin1", counted.length);
  const expected = `,"crc":"${crc32(counted).toString(16).padStart(8, "0")}"}`;
  if (sum !== expected) return undefined;
  const found = restPattern.exec(counted.toString("latin1", Math.max(0, counted.length - 40)));
  return found ? Number(found[1]) : undefined;
}

/**
 * Throws `damaged` when the line was changed.
 *
 * @param line - without its line feed.
 * @param seq - the entry expected here; also the line number.
 */
export function toEntry(line: Buffer, seq: number, session: string, upcasters: Upcasters): Entry {
  const rest = followingLines(line);
  if (rest === undefined) throw damagedLine(session, seq);
  const length = line.length - sumLength - `,"rest":${rest}`.length;
  const written = JSON.parse(`${line.toString("utf8", 0, length)}}`) as WrittenEntry;
  return upcast(written, upcasters) as unknown as Entry;
}

export function damagedLine(session: string, seq: number): SessionError {
  return damagedEntry(session, seq, { place: `line ${seq} of journal.jsonl` });
}
