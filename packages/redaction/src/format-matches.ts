import { tokenFormats, type Lead, type TokenFormat } from "./token-formats.ts";

/** A token in a run of characters. */
export interface FormatMatch {
  readonly format: TokenFormat;
  readonly start: number;
  /** Where its prefix begins: later than `start` when a lead stands before it. */
  readonly prefixAt: number;
  readonly end: number;
  /** Whether several tokens that overlap are one. */
  readonly isJoined?: true;
}

/** The fewest different characters of a token. */
const leastCharacters = 8;
const hashMask = 2 ** 15 - 1;

/** The hash of the last three characters. */
export function nextHash(hash: number, code: number): number {
  return ((hash << 5) ^ code) & hashMask;
}

/** The formats whose prefixes begin with three characters, as an index of `groups`; 0 for none. By their hash. */
const groupOfHash = new Uint8Array(hashMask + 1);
const groups: (readonly TokenFormat[])[] = [[]];
const expressions = new Map<TokenFormat, RegExp>();
const alphabets = new Map<string, ReadonlySet<number>>();

for (const format of tokenFormats) {
  for (const prefix of format.prefixes.split(" ")) {
    let hash = 0;
    for (const character of prefix.slice(0, 3)) hash = nextHash(hash, character.charCodeAt(0));
    const others = groups[groupOfHash[hash]!]!;
    if (others.includes(format)) continue;
    if (others.length === 0) groupOfHash[hash] = groups.length;
    groups[groupOfHash[hash]!] = [...others, format];
  }
}

/** Formats with a prefix that begins with the three characters of this hash. */
export function formatsAt(hash: number): readonly TokenFormat[] | undefined {
  const group = groupOfHash[hash]!;
  return group === 0 ? undefined : groups[group];
}

/**
 * The text that has the form of a token: see `isRepetitive` and `isToken`.
 *
 * @param at - where the prefix begins.
 */
export function matchAt(run: string, at: number, format: TokenFormat): FormatMatch | undefined {
  const expression = expressionOf(format);
  expression.lastIndex = at;
  if (!expression.test(run)) return undefined;
  const end = expression.lastIndex;
  const start = format.lead ? startOfLead(run, at, format.lead) : at;
  return start === undefined ? undefined : { format, start, prefixAt: at, end };
}

/** Whether a match is still a token when it ends earlier. */
export function isTokenUpTo(run: string, match: FormatMatch, end: number): boolean {
  if (match.isJoined) return false;
  const text = run.slice(match.start, end);
  const expression = expressionOf(match.format);
  expression.lastIndex = match.prefixAt - match.start;
  return (
    expression.test(text) &&
    expression.lastIndex === text.length &&
    !isRepetitive(text) &&
    isToken(text, match.format)
  );
}

function expressionOf(format: TokenFormat): RegExp {
  const compiled = expressions.get(format);
  if (compiled) return compiled;
  const prefixes = format.prefixes.split(" ").map((prefix) => prefix.replaceAll(/[.+]/g, String.raw`\$&`));
  const expression = new RegExp(`(?:${prefixes.join("|")})${format.rest}`, "y");
  expressions.set(format, expression);
  return expression;
}

function startOfLead(run: string, end: number, lead: Lead): number | undefined {
  const first = Math.max(0, end - lead.most);
  const alphabet = alphabetOf(lead);
  let start = end;
  while (start > first && alphabet.has(run.charCodeAt(start - 1))) start--;
  if (lead.begins !== undefined) {
    const begin = run.slice(start, end).indexOf(lead.begins);
    if (begin === -1) return undefined;
    start += begin;
  }
  return end - start < lead.least ? undefined : start;
}

function alphabetOf(lead: Lead): ReadonlySet<number> {
  const cached = alphabets.get(lead.alphabet);
  if (cached) return cached;
  const member = new RegExp(lead.alphabet);
  const codes = Array.from({ length: 128 }, (_, code) => code);
  const alphabet = new Set(codes.filter((code) => member.test(String.fromCharCode(code))));
  alphabets.set(lead.alphabet, alphabet);
  return alphabet;
}

/** Whether a text has few different characters, as dummies have. */
export function isRepetitive(value: string): boolean {
  const characters = new Set<string>();
  for (const character of value) if (characters.add(character).size >= leastCharacters) return false;
  return true;
}

/** Whether a text is not the example of a manual, and has the characters that its format needs. */
export function isToken(value: string, { isMixed: mustBeMixed }: TokenFormat): boolean {
  return !value.endsWith("EXAMPLE") && (mustBeMixed !== true || isMixed(value));
}

/** Whether a text has small letters, capitals and digits. */
export function isMixed(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}
