import { kindOfCharacter, outsideRun } from "./character-kinds.ts";
import { shortestRun, tokensInRun, type OnFound } from "./tokens-in-run.ts";

/** A longer run is read in pieces of this size, which bounds the time and what a stream holds back. */
const longestRun = 16_384;
/** The end of a piece is read again with the next one: a token may be cut there. */
const readAgain = 1_024;

/**
 * Finds tokens of well-known formats in runs of characters without white space or quotes.
 *
 * Reads every sixteenth character where words are short: a run that is long enough cannot be missed that way.
 *
 * @param from - where a run begins, or the end of the last one.
 * @param isWhole - false when more text is to come; a run at the end is then left for later.
 * @returns where to continue when there is more text.
 */
export function findTokens(text: string, from: number, isWhole: boolean, found: OnFound): number {
  let start = from;
  while (start + shortestRun <= text.length) {
    const stop = lastOutsideRun(text, start, start + shortestRun);
    if (stop >= start) {
      start = stop + 1;
      continue;
    }
    let end = start + shortestRun;
    while (
      end < text.length &&
      end - start < longestRun &&
      kindOfCharacter[text.charCodeAt(end)] !== outsideRun
    )
      end++;
    if (end === text.length && end - start < longestRun && !isWhole) return start;
    tokensInRun(text, start, end, found);
    start = end - start === longestRun ? end - readAgain : end;
  }
  if (isWhole) return text.length;
  return lastOutsideRun(text, start, text.length) + 1;
}

/** The last character in `[start, end)` that belongs to no run, or the one before `start`. */
function lastOutsideRun(text: string, start: number, end: number): number {
  let at = end - 1;
  while (at >= start && kindOfCharacter[text.charCodeAt(at)] !== outsideRun) at--;
  return at;
}
