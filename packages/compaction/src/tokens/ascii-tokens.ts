/** What a character is, as `tokenx` divides texts; a word may have several kinds, one bit each. */
const kinds = { other: 1, lower: 2, upper: 4, digit: 8, space: 16, punctuation: 32 };

const kindOf = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return kinds.lower;
  if (/[A-Z]/.test(character)) return kinds.upper;
  if (/\d/.test(character)) return kinds.digit;
  if (/\s/.test(character)) return kinds.space;
  return /[.,!?;(){}[\]<>:/\\|@#$%^&*+=`~_"-]/.test(character) ? kinds.punctuation : kinds.other;
});

const between = kinds.space | kinds.punctuation;

/**
 * The same number as `estimateTokenCount` of `tokenx` gives for a text of ASCII, without taking it apart: resuming counts all
 * texts of a session before anything of this is compiled.
 *
 * @param charactersOfKey - for each token of a long word with digits.
 * @returns `undefined` for other texts.
 */
export function asciiTokens(text: string, charactersOfKey: number): number | undefined {
  let tokens = 0;
  for (let at = 0; at < text.length;) {
    const start = at;
    const first = kindAt(text, at);
    const separator = first & between;
    let found = 0;
    for (; at < text.length; at++) {
      const kind = kindAt(text, at);
      if (kind === 0) return undefined;
      if ((kind & between) !== separator) break;
      found |= kind;
    }
    if (separator === kinds.space) tokens += spaceTokens(text, start, at);
    else if (separator === kinds.punctuation) tokens += at - start <= 3 ? 1 : Math.ceil((at - start) / 6);
    else tokens += wordTokens(at - start, found, charactersOfKey);
  }
  return tokens;
}

/** 0 outside of ASCII. */
function kindAt(text: string, at: number): number {
  return kindOf[text.charCodeAt(at)] ?? 0;
}

/** Indentation and empty lines are tokens; so is the end of a line without punctuation. */
function spaceTokens(text: string, start: number, end: number): number {
  const line = text.indexOf("\n", start);
  if (line === -1 || line >= end) return 0;
  if (line < end - 1) return 1;
  return start > 0 && kindAt(text, start - 1) === kinds.punctuation ? 0 : 1;
}

function wordTokens(length: number, found: number, charactersOfKey: number): number {
  const isPlain = (found & kinds.other) === 0;
  if (length >= 10 && isPlain && (found & kinds.digit) !== 0) return Math.ceil(length / charactersOfKey);
  if (found === kinds.digit) return Math.ceil(length / 3);
  if (length <= 3 || (length <= 8 && found === kinds.lower)) return 1;
  return Math.ceil(length / 7);
}
