import type { NeedleIndex } from "./needle-index.ts";

/** @returns the same string when there is nothing to replace. */
export function replaceKnown(text: string, index: NeedleIndex): string {
  let hit = index.next(text, 0);
  if (!hit) return text;
  const pieces: string[] = [];
  let done = 0;
  for (; hit; hit = index.next(text, done)) {
    pieces.push(text.slice(done, hit.start), hit.replacement);
    done = hit.end;
  }
  return pieces.join("") + text.slice(done);
}
