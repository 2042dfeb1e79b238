import { kindOfCharacter, outsideRun } from "./character-kinds.ts";
import type { Hit, NeedleIndex } from "./needle-index.ts";
import { tokensBetweenSecrets, type OnFound } from "./tokens-in-run.ts";

export interface BesideKnown {
  readonly index: NeedleIndex;
  readonly found: OnFound;
  /** Whether the text before the range was replaced. */
  readonly isAfterSecret: boolean;
}

/**
 * Finds tokens that touch known secrets, which stand between them and the rest of their run: as part of one word they are
 * no tokens, but the text that is left when the secret is replaced would show them.
 *
 * @param to - where a run ends.
 */
export function tokensBesideKnown(text: string, from: number, to: number, options: BesideKnown): void {
  const { index, found } = options;
  let [start, isAfter] = [from, options.isAfterSecret];
  while (start < to) {
    const hit = index.next(text, start);
    const isBefore = hit !== undefined && hit.start < to;
    const end = isBefore ? hit.start : to;
    const firstEnd = isAfter ? endOfRun(text, start, end) : start;
    if (isAfter) tokensBetweenSecrets(text, start, firstEnd, found);
    if (isBefore && firstEnd < end) tokensBetweenSecrets(text, startOfRun(text, start, end), end, found);
    if (!isBefore) return;
    // Of a stream, text behind the range has come already, and the other secret may end there.
    const both = hit.end < text.length ? overlapOf(text, hit, index) : undefined;
    if (both === "too many") {
      found({ name: "OVERLAP", value: text.slice(hit.start, Math.max(hit.end, to)) });
      return;
    }
    if (both !== undefined) found({ name: "OVERLAP", value: text.slice(hit.start, both) });
    [start, isAfter] = [hit.end, true];
  }
}

/** Characters of secrets inside of a secret, for each of its own: so that the time grows with the text alone. */
const mostInside = 16;

/**
 * Where a known secret ends that begins inside of another one: replacing the first alone would show the rest of the second.
 * Together they are a secret, too.
 *
 * @returns `"too many"`: so many begin inside, as in a few characters repeated, that they are not all looked at. All
 *   of the run is one secret then.
 */
function overlapOf(text: string, hit: Hit, index: NeedleIndex): number | "too many" | undefined {
  let last: number | undefined;
  let left = mostInside * (hit.end - hit.start);
  for (
    let inner = index.next(text, hit.start + 1);
    inner && inner.start < hit.end;
    inner = index.next(text, inner.start + 1)
  ) {
    if (inner.end > Math.max(hit.end, last ?? 0)) last = inner.end;
    left -= inner.end - inner.start;
    if (left < 0) return "too many";
  }
  return last;
}

function endOfRun(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && kindOfCharacter[text.charCodeAt(at)] !== outsideRun) at++;
  return at;
}

function startOfRun(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && kindOfCharacter[text.charCodeAt(at - 1)] !== outsideRun) at--;
  return at;
}
