import { beginsToken, kindOfCharacter, outsideRun, partOfWord } from "./character-kinds.ts";
import {
  anyToken,
  awsSecret,
  bearer,
  mayBeginToken,
  tokenNames,
  urlPassword,
  webhook,
} from "./token-formats.ts";
import { canBeSecret, looksRandom } from "./looks-secret.ts";

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
  if (text.charCodeAt(start - 1) === space) bearerToken(text, start, run, found);
  if (run.length >= 40) awsSecrets(text, start, run, found);
}

/** Finds tokens in a part of a run whose neighbours are replaced, so that a token may begin and end there. */
export function tokensBetweenSecrets(text: string, start: number, end: number, found: OnFound): void {
  const run = text.slice(start, end);
  if (run.length < shortestRun) return;
  tokensWithFormat({ text, start, run, before: outsideRun }, found);
  if (run.length >= 40) awsSecrets(text, start, run, found);
}

interface Run {
  readonly text: string;
  readonly start: number;
  readonly run: string;
  /** Kind of the character before the run. */
  readonly before: number;
}

function tokensWithFormat({ text, start, run, before: first }: Run, found: OnFound): void {
  const end = start + run.length;
  let before = first;
  let lastPercent = -1;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const kind = kindOfCharacter[code]!;
    if (code === percent) lastPercent = at;
    const mayBegin =
      kind === beginsToken &&
      mayBeginToken(code, text.charCodeAt(at + 1)) &&
      (before < partOfWord || followsEscape(text, at, start, lastPercent));
    before = kind;
    if (!mayBegin) continue;
    anyToken.lastIndex = at - start;
    const match = anyToken.exec(run);
    if (!match) continue;
    const name = tokenNames[match.indexOf(match[0], 1) - 1]!;
    const value = upToNextToken(run, at - start, match[0]);
    const isToken = new Set(value).size >= 8 && !value.endsWith("EXAMPLE");
    if (isToken) found({ name, value });
    at += value.length - 1;
    // A token that is replaced is no part of the word that follows.
    before = isToken ? outsideRun : partOfWord;
  }
}

/**
 * A token without the beginning of another one that directly follows: `ghp_…ghp_…` would else be one token that ends after
 * the second `ghp`, and the rest of the second would be in the clear.
 */
function upToNextToken(run: string, start: number, value: string): string {
  // Of the formats, only that of a JWT has a first part that does not end with the token before it.
  const header = value.lastIndexOf("eyJ");
  const tail = Math.max(1, value.length - longestPrefix);
  const lengths = Array.from({ length: value.length - tail }, (_, index) => tail + index);
  if (header > 0 && header < tail && run[start + value.length] === ".") lengths.unshift(header);
  for (const length of lengths) {
    const at = start + length;
    if (!mayBeginToken(run.charCodeAt(at), run.charCodeAt(at + 1))) continue;
    const next = tokenAt(run, at);
    if (next === undefined || length + next.length <= value.length) continue;
    const shorter = value.slice(0, length);
    if (tokenAt(shorter, 0) === shorter) return shorter;
  }
  return value;
}

function tokenAt(run: string, at: number): string | undefined {
  anyToken.lastIndex = at;
  return anyToken.exec(run)?.[0];
}

/** Escapes begin before the run, or with a percent sign. */
function followsEscape(text: string, at: number, start: number, lastPercent: number): boolean {
  if (at - start >= longestEscape && at - lastPercent !== 3) return false;
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

/** Forty base64 characters that are not a hexadecimal hash or a path. */
function isMixed(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}
