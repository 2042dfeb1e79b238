/** A shorter value is too common to be told from other text. */
export const shortestSecret = 8;

/** Bits; eight characters that are all different have 24. */
const leastEntropy = 20;

/** Stands where a secret is to come: `<token>`, `${TOKEN}`, `{{ token }}`, `$TOKEN`, `%TOKEN%`, `xxxx…`, `****`. */
const blank = /^(?:<.*>|\$\{.*|\{\{.*|\$\(.*|\$[A-Z_]+|%\w+%|x{3,}.*|\*{3,}.*|\.{3,}.*)$/is;

/** What everybody writes: `changeme`, `password123`, `secret!`. */
const byDefault =
  /^(?:change[-_ ]?(?:me|this|it)|password|passwd|secret|default|example|admin|test|placeholder)+[\d!@#$._-]{0,6}$/i;

/** `production`, `us-east-1`, `postgres16`, `http://localhost`, `myApp_v2`: words, with a few digits after each. */
const words = plainWords("\\d{0,4}");
const wordsWithoutDigits = plainWords("");

/** Numbers, dates, versions, addresses of machines. */
const numbers = /^[-+\d.,:_/ TZ%e]+$/;

const path = /^(?:~|\.{0,2})[/\\]|^[A-Za-z]:[/\\]/;

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Whether a value whose name says that it is secret can be one: at least eight characters and 20 bits (length by
 * Shannon's entropy of its characters), and no number, path, plain words or stand-in such as `changeme`.
 *
 * @param isPassword - people choose those: a word with digits is one too, and so are four words or more.
 */
export function canBeSecret(value: string, isPassword = false): boolean {
  if (value.length < shortestSecret || entropyOf(value) < leastEntropy) return false;
  if (blank.test(value) || byDefault.test(value) || numbers.test(value)) return false;
  if (path.test(value)) return value.split(/[/\\]/).some(isDense);
  if (isPassword && value.split(/[-_. ]+/).length >= 4) return true;
  return !(isPassword ? wordsWithoutDigits : words).test(value) || hasRandomWord(value);
}

/**
 * Whether a value gives itself away, whatever its name: somewhere sixteen characters or more without a separator, of
 * letters and at least two digits, with 3 bits a character. UUIDs, which name things, have no more than twelve.
 */
export function looksRandom(value: string): boolean {
  if (/\s/.test(value) || blank.test(value)) return false;
  return value.split(/[^A-Za-z0-9]/).some(isDense);
}

/** Hexadecimal digits of checksums, commits and names of things; shorter ones than 18 are such names too. */
const lengthsOfNames = new Set([24, 26, 32, 40, 56, 64, 96, 128]);
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** What begins as a path does, and a list of them; base64 may begin with one slash. */
const pathOrList = /^(?:~|\.{0,2})[/\\].*[/\\.:]|^[A-Za-z]:[/\\]|:[/\\.~]/;

/**
 * Whether a value is random beyond doubt, among values of all kinds: `looksRandom`, and no path, ULID, hexadecimal of a
 * hash's length or words with digits between them. Or twelve characters and more without separators, of all four
 * kinds: small and large letters, digits, signs.
 */
export function isClearlyRandom(value: string): boolean {
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

/** A ULID is named as a hash is: by its length. */
function isHexOrUlid(piece: string): boolean {
  return /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(piece) || ulid.test(piece);
}

/** Whether small and large letters, and numbers, change too often for words. */
function isJumbled(text: string): boolean {
  if (!/[a-z]/.test(text) || !/[A-Z]/.test(text)) return false;
  const { count, digitRuns } = runsOf(text);
  return new Set(text).size >= 12 && text.length / count <= (digitRuns >= 2 && text.length >= 18 ? 3 : 2.5);
}

/** Of both kinds. Its signs may cut it into short pieces, which are not all words: of those there would be more signs. */
function isBase64(value: string): boolean {
  if (!/^(?:[A-Za-z0-9+/]{22,}={0,2}|[A-Za-z0-9_-]{20,}={0,2})$/.test(value) || !/\d/.test(value))
    return false;
  const signs = value.match(/[+/_-]/g)?.length ?? 0;
  return signs <= 1 + value.length / 12 && !value.startsWith("-") && isJumbled(value.replace(/[+/_=-]/g, ""));
}

/** Words and numbers have three characters and more on average, and few numbers are between the words. */
function isOfWords(piece: string): boolean {
  const { count, digitRuns } = runsOf(piece);
  return piece.length / count >= 3 && digitRuns < 4;
}

/** How many words and numbers a text consists of, if it does. */
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

/** Long words repeat few letters; long runs of random letters do not. */
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
