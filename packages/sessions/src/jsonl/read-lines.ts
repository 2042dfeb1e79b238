import type { Entry } from "@skein/protocol";
import type { WantedEntries } from "../wanted-entries.ts";
import { findLine, takeLines } from "./find-line.ts";
import { damagedLine, parseLineHead, toEntry } from "./lines.ts";
import type { Tail } from "./tail.ts";

/** Entries from `from` to the last one at the time reading began; of a damaged file those before the damage. */
export function* readLines(
  path: string,
  tailOf: () => Tail | undefined,
  { session, from, kinds, upcasters }: WantedEntries,
): Generator<Entry> {
  const wanted = kinds && new Set(kinds.map((kind) => JSON.stringify(kind)));
  const signs = wanted && [...wanted].map((kind) => Buffer.from(`"kind":${kind}`));
  const first = tailOf();
  const last = !first || first.isDamaged ? Number.MAX_SAFE_INTEGER : first.lastSeq;
  if (from > last) return;
  let tail = first;
  let next = Math.max(1, from);
  let place = findLine(path, next, tail?.bytes ?? 0);
  while (tail && place.at < tail.bytes) {
    const lines = takeLines(path, place.at, tail);
    if (!lines) {
      tail = tailOf(); // the file was rewritten meanwhile: it has the same entries at other positions
      place = findLine(path, next, tail?.bytes ?? 0);
      continue;
    }
    if (signs && !hasAny(lines, signs)) {
      place = { at: endOf(lines, place.at), seq: place.seq + lines.length };
      next = Math.max(next, place.seq);
      continue;
    }
    for (const line of lines) {
      const { at, seq } = place;
      if (seq > last) return;
      place = { at: at + line.length + 1, seq: seq + 1 };
      if (seq < next) continue;
      const head = parseLineHead(line);
      if (head?.seq !== seq) throw damagedLine(session, seq);
      next = seq + 1;
      if (!wanted || wanted.has(head.kind)) yield toEntry(line, seq, session, upcasters);
    }
  }
}

/** Whether any line may be of a wanted kind: a look at the bytes, which takes a tenth of reading the heads. */
function hasAny(lines: readonly Buffer[], signs: readonly Buffer[]): boolean {
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const bytes = Buffer.from(first.buffer, first.byteOffset, last.byteOffset + last.length - first.byteOffset);
  return signs.some((sign) => bytes.includes(sign));
}

function endOf(lines: readonly Buffer[], start: number): number {
  return lines.reduce((at, { length }) => at + length + 1, start);
}
