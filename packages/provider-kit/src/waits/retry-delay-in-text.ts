// Delays that vendors state only in the text of the error. OpenAI and Gemini do
// not always send a header with it.
import { durationMs } from "./duration.ts";

/**
 * Finds the retry delay that an error's text states, in milliseconds: OpenAI's
 * "Please try again in 1.2s", Gemini's `"retryDelay": "34s"` and "Please retry
 * in 34.4s", others' "retry after 5 seconds". Returns undefined if the text
 * states none.
 */
export function retryDelayInText(text: string): number | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match?.[1] === undefined) continue;
    const found = durationMs(match[1] + shortUnit(match[2] ?? ""));
    if (found !== undefined) return found;
  }
  return undefined;
}

const patterns: readonly RegExp[] = [
  /"retryDelay":\s*"([\d.]+s)"/,
  /\b(?:try again|retry) in ((?:\d+(?:\.\d+)?(?:ms|h|m|s))+)(?![a-z\d])/i,
  /\b(?:try again|retry) (?:in|after) (\d+(?:\.\d+)?) ?(milliseconds?|seconds?|minutes?|hours?)\b/i,
];

/** Shortens a unit to the form that `durationMs` reads. */
function shortUnit(word: string): string {
  return /^mil/i.test(word) ? "ms" : word.slice(0, 1).toLowerCase();
}
