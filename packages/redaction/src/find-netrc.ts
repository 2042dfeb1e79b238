import { openingAtEnd } from "./find-key-blocks.ts";
import { canBeSecret } from "./looks-secret.ts";
import type { OnFound } from "./tokens-in-run.ts";

const opening = "machine";
const entry = /machine\s+\S+(?:\s+(?:login|account)\s+\S+){0,2}\s+password\s+(\S+)/y;
/** An entry that more text may complete. */
const unfinished =
  /^machine(?:\s+\S*|\s+\S+(?:\s+(?:login|account)\s+\S+){0,2}\s+(?:[a-z]{0,8}|(?:login|account|password)\s+\S*))?$/;
const longestEntry = 1_024;

/**
 * Finds passwords in entries of .netrc: `machine HOST login NAME password VALUE`, on one line or several.
 *
 * @param isWhole - false when more text is to come; an entry that is not complete is then left for later.
 * @returns where to continue when there is more text.
 */
export function findNetrc(text: string, from: number, isWhole: boolean, found: OnFound): number {
  for (let at = from; ;) {
    const start = text.indexOf(opening, at);
    if (start === -1) return isWhole ? text.length : Math.max(at, openingAtEnd(text, opening));
    if (!isWhole && text.length - start < longestEntry && unfinished.test(text.slice(start))) return start;
    entry.lastIndex = start;
    const value = entry.exec(text)?.[1];
    if (value !== undefined && canBeSecret(value, true)) found({ name: "NETRC_PASSWORD", value });
    at = start + opening.length;
  }
}
