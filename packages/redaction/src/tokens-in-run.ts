import { kindOfCharacter, outsideRun, partOfWord } from "./character-kinds.ts";
import {
  formatsAt,
  isMixed,
  isRepetitive,
  isToken,
  isTokenUpTo,
  matchAt,
  nextHash,
  type FormatMatch,
} from "./format-matches.ts";
import { canBeSecret, looksRandom } from "./looks-secret.ts";
import type { TokenFormat } from "./token-formats.ts";
import { awsSecret, bearer, namedValue, urlPassword, webhook } from "./values-in-context.ts";

interface FoundToken {
  readonly name: string;
  readonly value: string;
}

export type OnFound = (token: FoundToken) => void;

/** How many characters before a run are examined. */
export const lookBehindLength: number = Math.max(awsSecret.within, bearer.within);

const percent = "%".charCodeAt(0);
const space = " ".charCodeAt(0);

/** Sequences that end in a letter or digit but are not part of a word: `\n`, `\u003d`, `%3D`, and terminal colours. */
const escapeAtEnd = /(?:\\[nrt]|\\u[0-9a-f]{4}|%[0-9a-f]{2}|[[;]\d{1,3}m)$/i;
const longestEscape = 6;
/** Of tokens: `AGE-SECRET-KEY-1`. */
const longestPrefix = 16;
/** Tokens that overlap again and again are no tokens; one long secret of them would cost time. */
const longestJoined = 2_048;
/** Shorter runs contain no token. */
export const shortestRun = 16;

/**
 * Finds tokens in a run of characters without white space or quotes, and values that the text before them identifies.
 */
export function tokensInRun(text: string, start: number, end: number, found: OnFound): void {
  const run = text.slice(start, end);
  const before = start === 0 ? outsideRun : kindOfCharacter[text.charCodeAt(start - 1)]!;
  tokensWithFormat({ text, start, run, before }, found);
  tokensInAddress(run, found);
  namedValues(run, found);
  if (text.charCodeAt(start - 1) === space) bearerToken(text, start, run, found);
  if (run.length >= 40) awsSecrets(text, start, run, found);
}

/** Finds tokens in a part of a run whose neighbours are replaced, so that a token may begin and end there. */
export function tokensBetweenSecrets(text: string, start: number, end: number, found: OnFound): void {
  const run = text.slice(start, end);
  if (run.length < shortestRun) return;
  tokensWithFormat({ text, start, run, before: outsideRun }, found);
  namedValues(run, found);
  if (run.length >= 40) awsSecrets(text, start, run, found);
}

interface Run {
  readonly text: string;
  readonly start: number;
  readonly run: string;
  /** Kind of the character before the run. */
  readonly before: number;
}

function tokensWithFormat({ text, start, run, before }: Run, found: OnFound): void {
  const matches: FormatMatch[] = [];
  let hash = 0;
  let covered = 0;
  /** Up to here the same few characters are repeated: no token begins before it. */
  let repetitiveUntil = 0;
  for (let last = 0; last < run.length; last++) {
    hash = nextHash(hash, run.charCodeAt(last));
    const formats = formatsAt(hash);
    if (formats === undefined || last < 2 || last < repetitiveUntil) continue;
    // What follows inside of a token that reaches the end cannot reach further.
    if (covered === run.length) break;
    const match = firstMatch(formats, last - 2);
    if (match !== undefined) covered = addMatch(matches, match, run);
  }
  for (const match of matches) found({ name: match.format.name, value: run.slice(match.start, match.end) });

  function firstMatch(formats: readonly TokenFormat[], at: number): FormatMatch | undefined {
    for (const format of formats) {
      const match = matchAt(run, at, format);
      if (match === undefined || match.end <= covered) continue;
      const value = run.slice(match.start, match.end);
      if (isRepetitive(value)) repetitiveUntil = match.end - longestPrefix;
      else if (isToken(value, format) && mayBegin(match)) return match;
    }
    return undefined;
  }

  function mayBegin({ format, start: at, prefixAt, end }: FormatMatch): boolean {
    // Up to where another token ends: that one is replaced up to here.
    if (format.boundary === "any" || at < covered || (at === covered && at > 0)) return true;
    if (format.boundary === "digits" && (run.slice(prefixAt, end).match(/\d+/g) ?? []).length >= 3)
      return true;
    const kind = at === 0 ? before : kindOfCharacter[run.charCodeAt(at - 1)]!;
    return kind !== partOfWord || followsEscape(text, start + at, start);
  }
}

/**
 * Adds a match that ends after the others. When it begins inside of the last one, as in `ghp_…ghp_…` whose first token
 * could end after the second `ghp`, the last one is shortened, or both are one if it is no token then.
 *
 * @returns where the last match ends.
 */
function addMatch(matches: FormatMatch[], match: FormatMatch, run: string): number {
  let last = matches.at(-1);
  while (last !== undefined && match.start <= last.start) {
    matches.pop();
    last = matches.at(-1);
  }
  if (last !== undefined && match.start < last.end) {
    if (isTokenUpTo(run, last, match.start)) matches[matches.length - 1] = { ...last, end: match.start };
    else {
      const end = last.end - last.start > longestJoined ? last.end : match.end;
      matches[matches.length - 1] = { ...last, end, isJoined: true };
      return end;
    }
  }
  matches.push(match);
  return match.end;
}

/** Escapes begin before the run, or with a percent sign. */
function followsEscape(text: string, at: number, start: number): boolean {
  if (at - start >= longestEscape && text.charCodeAt(at - 3) !== percent) return false;
  return escapeAtEnd.test(text.slice(Math.max(0, at - longestEscape), at));
}

function tokensInAddress(run: string, found: OnFound): void {
  for (const [, value = ""] of run.matchAll(urlPassword.value)) {
    if (canBeSecret(value, true)) found({ name: urlPassword.name, value });
  }
  for (const [, slack, discord] of run.matchAll(webhook.value)) {
    const value = slack ?? discord ?? "";
    if (looksRandom(value)) found({ name: webhook.name, value });
  }
}

function namedValues(run: string, found: OnFound): void {
  if (!run.includes("=")) return;
  for (const [, name = "", value = ""] of run.matchAll(namedValue.value))
    if (/\d/.test(value) && canBeSecret(value)) found({ name, value });
}

function bearerToken(text: string, start: number, run: string, found: OnFound): void {
  if (!bearer.before.test(text.slice(Math.max(0, start - bearer.within), start))) return;
  const value = bearer.value.exec(run)?.[0];
  if (value !== undefined && looksRandom(value)) found({ name: bearer.name, value });
}

function awsSecrets(text: string, start: number, run: string, found: OnFound): void {
  const from = Math.max(0, start - awsSecret.within);
  const around = text.slice(from, start + run.length);
  if (!awsSecret.signs.some((sign) => around.includes(sign))) return;
  for (const match of run.matchAll(awsSecret.value)) {
    const at = start + match.index;
    const before = text.slice(Math.max(0, at - awsSecret.within), at);
    if (awsSecret.before.test(before) && isMixed(match[0])) found({ name: awsSecret.name, value: match[0] });
  }
}
