/** A shorter value cannot be told from ordinary text. */
export const shortestSecret = 8;

/** Bits; eight different characters have 24. */
const leastEntropy = 20;

/** Template for a secret: `<token>`, `${TOKEN}`, `{{ token }}`, `$TOKEN`, `%TOKEN%`, `xxxx…`, `****`. */
const blank = /^(?:<.*>|\$\{.*|\{\{.*|\$\(.*|\$[A-Z_]+|%\w+%|x{3,}.*|\*{3,}.*|\.{3,}.*)$/is;

/** Common dummies: `changeme`, `password123`, `secret!`. */
const byDefault =
  /^(?:change[-_ ]?(?:me|this|it)|password|passwd|secret|default|example|admin|test|placeholder)+[\d!@#$._-]{0,6}$/i;

/** `production`, `us-east-1`, `postgres16`, `http://localhost`, `myApp_v2`: words, each with a few digits at most. */
const words = plainWords("\\d{0,4}");
const wordsWithoutDigits = plainWords("");

/** Numbers, dates, versions, IP addresses. */
const numbers = /^[-+\d.,:_/ TZ%e]+$/;

const path = /^(?:~|\.{0,2})[/\\]|^[A-Za-z]:[/\\]/;

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Whether a value with a secret's name can be a secret: at least eight characters and 20 bits (length times the
 * Shannon entropy of its characters), and no number, path, plain words or dummy such as `changeme`.
 *
 * @param isPassword - people choose passwords, so a word with digits counts, and so do four words or more.
 */
export function canBeSecret(value: string, isPassword = false): boolean {
  if (value.length < shortestSecret || entropyOf(value) < leastEntropy) return false;
  if (blank.test(value) || byDefault.test(value) || numbers.test(value)) return false;
  if (path.test(value)) return value.split(/[/\\]/).some(isDense);
  if (isPassword && value.split(/[-_. ]+/).length >= 4) return true;
  return !(isPassword ? wordsWithoutDigits : words).test(value) || hasRandomWord(value);
}

/**
 * Whether a value looks random, whatever its name: sixteen characters or more without a separator, with letters and
 * at least two digits, and 3 bits per character. UUIDs, which are identifiers, have at most twelve in a row.
 */
export function looksRandom(value: string): boolean {
  if (/\s/.test(value) || blank.test(value)) return false;
  return value.split(/[^A-Za-z0-9]/).some(isDense);
}

/** Hex digits of checksums, commits and identifiers; those shorter than 18 are identifiers too. */
const lengthsOfNames = new Set([24, 26, 32, 40, 56, 64, 96, 128]);
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** Fewer characters are random by none of these signs. */
const shortestRandom = 12;
/** Begins like a path or a list of paths; base64 may begin with one slash. */
const pathOrList = /^(?:~|\.{0,2})[/\\].*[/\\.:]|^[A-Za-z]:[/\\]|:[/\\.~]/;

/**
 * Whether a value is clearly random, among values of all kinds: `looksRandom`, and no path, ULID, hexadecimal of a
 * hash's length or words with digits between them. Or twelve characters or more without separators, of all four
 * kinds: lower case, upper case, digits, punctuation.
 */
export function isClearlyRandom(value: string): boolean {
  if (value.length < shortestRandom) return false;
  if (/\s/.test(value) || uuid.test(value) || blank.test(value)) return false;
  if (isBase64(value)) return true;
  if (pathOrList.test(value)) return false;
  if (isMixedOfAll(value)) return true;
  return value.split(/[^A-Za-z0-9]/).some(isRandomPiece);
}

function isRandomPiece(piece: string): boolean {
  if (isHexOrUlid(piece)) return isDense(piece) && piece.length >= 18 && !lengthsOfNames.has(piece.length);
  return (piece.length >= 16 && isJumbled(piece)) || (isDense(piece) && !isOfWords(piece));
}

/** A ULID is recognised like a hash, by its length. */
function isHexOrUlid(piece: string): boolean {
  return /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(piece) || ulid.test(piece);
}

/** Whether case and digits change too often for words. */
function isJumbled(text: string): boolean {
  if (!/[a-z]/.test(text) || !/[A-Z]/.test(text)) return false;
  const { count, digitRuns } = runsOf(text);
  return new Set(text).size >= 12 && text.length / count <= (digitRuns >= 2 && text.length >= 18 ? 3 : 2.5);
}

/**
 * With digits and letters. Punctuation may split it into short pieces, not all of them words: a phrase would have
 * more.
 */
function isBase64(value: string): boolean {
  if (!/^(?:[A-Za-z0-9+/]{22,}={0,2}|[A-Za-z0-9_-]{20,}={0,2})$/.test(value) || !/\d/.test(value))
    return false;
  const signs = value.match(/[+/_-]/g)?.length ?? 0;
  return signs <= 1 + value.length / 12 && !value.startsWith("-") && isJumbled(value.replace(/[+/_=-]/g, ""));
}

/** Words and numbers average three characters or more, with few numbers between the words. */
function isOfWords(piece: string): boolean {
  const { count, digitRuns } = runsOf(piece);
  return piece.length / count >= 3 && digitRuns < 4;
}

/** The number of words and numbers that make up a text, if nothing else does. */
function runsOf(text: string): { readonly count: number; readonly digitRuns: number } {
  const runs = text.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [text];
  return { count: runs.length, digitRuns: runs.filter((run) => /\d/.test(run)).length };
}

function isMixedOfAll(value: string): boolean {
  return (
    /^[\w!@#$%^&*+~?-]{12,128}$/.test(value) &&
    [/[a-z]/, /[A-Z]/, /\d/, /[!@#$%^&*+~?]/].every((kind) => kind.test(value)) &&
    value.split(/[^A-Za-z0-9]/).every((piece) => !isOfWords(piece) || piece.length < 4) &&
    entropyOf(value) >= 3 * value.length
  );
}

function isDense(piece: string): boolean {
  if (piece.length < 16 || !/[A-Za-z]/.test(piece) || !/\d.*\d/.test(piece)) return false;
  return entropyOf(piece) >= 3 * piece.length;
}

/** Long words repeat few letters; long random runs do not. */
function hasRandomWord(value: string): boolean {
  const pieces = value.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/);
  return pieces.some((word) => word.length >= 16 && new Set(word).size >= 12);
}

function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits += count * Math.log2(text.length / count);
  return bits;
}

function plainWords(digits: string): RegExp {
  const word = "(?:[a-z]+(?:[A-Z][a-z]{2,})*|(?:[A-Z][a-z]{2,})+|[A-Z]+)";
  return new RegExp(`^(?:${word}${digits})?(?:[-_.:/ @,]+(?:${word}${digits}|\\d{1,4}))*$`);
}
