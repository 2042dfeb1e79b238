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
