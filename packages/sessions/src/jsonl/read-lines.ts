import type { Entry } from "@skein/protocol";
import type { WantedEntries } from "../wanted-entries.ts";
import { chunkBytes, findLine, takeLines } from "./find-line.ts";
import { countLines, damagedLine, parseLineHead, toEntry } from "./lines.ts";
import type { Tail } from "./tail.ts";

/** Looking for one kind in the bytes takes a third of reading the heads: with more kinds than these, heads are read. */
const maxSigns = 2;

/** Entries from `from` to the last one at the time reading began; of a damaged file those before the damage. */
export function* readLines(
  path: string,
  tailOf: () => Tail | undefined,
  { session, from, kinds, upcasters }: WantedEntries,
): Generator<Entry> {
  const wanted = kinds && new Set(kinds.map((kind) => JSON.stringify(kind)));
  const signs = wanted && wanted.size <= maxSigns ? [...wanted].map((kind) => `"kind":${kind}`) : undefined;
  const first = tailOf();
  const last = !first || first.isDamaged ? Number.MAX_SAFE_INTEGER : first.lastSeq;
  if (from > last) return;
  let tail = first;
  let next = Math.max(1, from);
  let place = findLine(path, next, tail?.bytes ?? 0);
  const space = tail && tail.bytes - place.at > chunkBytes ? Buffer.allocUnsafe(chunkBytes) : undefined;
  while (tail && place.at < tail.bytes) {
    const lines = takeLines(path, place.at, tail, space);
    if (!lines) {
      tail = tailOf(); // the file was rewritten meanwhile: it has the same entries at other positions
      place = findLine(path, next, tail?.bytes ?? 0);
      continue;
    }
    if (signs?.every((sign) => !lines.includes(sign))) {
      place = { at: place.at + lines.length, seq: place.seq + countLines(lines) };
      next = Math.max(next, place.seq);
      continue;
    }
    const text = lines.toString("latin1");
    for (let start = 0; start < lines.length;) {
      const { at, seq } = place;
      if (seq > last) return;
      const to = text.indexOf("\n", start);
      place = { at: at + to + 1 - start, seq: seq + 1 };
      if (seq >= next) {
        const head = parseLineHead(text, start);
        if (head?.seq !== seq) throw damagedLine(session, seq);
        next = seq + 1;
        if (!wanted || wanted.has(head.kind))
          yield toEntry(lines.subarray(start, to), seq, session, upcasters);
      }
      start = to + 1;
    }
  }
}
