/**
 * Splits text into words, for documents and queries alike. An identifier is split into its parts (`createTranscript`
 * is `create transcript`, `read_file` is `read file`), a path into its names; in scripts without spaces every
 * character is a word. Case and accents are ignored.
 */
export interface IndexedWord {
  /** The normalised form that is indexed. */
  readonly folded: string;
  /** Its position in the text. */
  readonly start: number;
  readonly end: number;
}

/** Longer words are base64 and the like: only their beginning is indexed. */
const mostCharacters = 64;

const runs = /[\p{L}\p{N}\p{M}]+/gu;
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007F]*$/;
const asciiHump = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/;
/** The boundaries in `aB` and `ABc`. */
const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

export function* wordsOf(text: string): Generator<IndexedWord> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    let start = index;
    for (const part of partsOf(run)) {
      const folded = fold(part);
      if (folded !== "") yield { folded, start, end: start + part.length };
      start += part.length;
    }
  }
}

/** What is indexed: the words, and each split identifier as one word. */
export function indexedText(text: string): { readonly parts: string; readonly joined: string } {
  return ascii.test(text) ? indexedAscii(text) : indexedAny(text);
}

/** The same as `indexedAny`, several times faster. */
function indexedAscii(text: string): { readonly parts: string; readonly joined: string } {
  const parts: string[] = [];
  const joined: string[] = [];
  for (const run of text.match(/[a-zA-Z0-9]+/g) ?? []) {
    if (asciiHump.test(run)) {
      for (const part of run.split(humps)) parts.push(part.slice(0, mostCharacters));
      joined.push(run.slice(0, mostCharacters));
    } else parts.push(run.length > mostCharacters ? run.slice(0, mostCharacters) : run);
  }
  return { parts: parts.join(" ").toLowerCase(), joined: joined.join(" ").toLowerCase() };
}

export function indexedAny(text: string): { readonly parts: string; readonly joined: string } {
  const parts: string[] = [];
  const joined: string[] = [];
  for (const [run] of text.matchAll(runs)) {
    const some = partsOf(run);
    for (const part of some) parts.push(fold(part));
    if (some.length > 1 && !spaceless.test(run)) joined.push(fold(run));
  }
  return { parts: parts.join(" "), joined: joined.join(" ") };
}

function partsOf(run: string): readonly string[] {
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007F]*$/.test(run))
    return /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/.test(run) ? run.split(humps) : [run];
  return spaceless.test(run) ? run.split(aroundSpaceless).filter((part) => part !== "") : run.split(humps);
}

/** Combining marks belong to the character before them. */
const aroundSpaceless = new RegExp(`(?=${spaceless.source})|(?<=${spaceless.source}\\p{M}*)(?!\\p{M})`, "u");

export function fold(word: string): string {
  const cut = word.length > mostCharacters ? word.slice(0, mostCharacters).toWellFormed() : word;
  if (ascii.test(cut)) return cut.toLowerCase();
  // Via upper case, which makes ß and ς equal to ss and σ.
  const plain = cut.normalize("NFKD").replaceAll(accents, "").normalize("NFC");
  return plain.toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/**
 * Accents of Latin, Greek and Cyrillic letters; in other scripts a mark makes another letter. And the space that a mark
 * without a letter is made of.
 */
const accents = /[\u0300-\u036F\s]/g;
