/**
 * Text as words, the same for what is indexed and for what is asked. An identifier is its parts (`createTranscript` is
 * `create transcript`, `read_file` is `read file`), a path its names; of scripts without spaces every character is a
 * word. Case and accents do not count.
 */
export interface Word {
  /** As it is indexed. */
  readonly folded: string;
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
}

/** Longer ones are base64 and the like: their beginning can be found. */
const mostCharacters = 64;

const runs = /[\p{L}\p{N}\p{M}]+/gu;
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007F]*$/;
const asciiHump = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/;
/** Where `aB` and `ABc` part. */
const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    let start = index;
    for (const part of partsOf(run)) {
      const folded = fold(part);
      if (folded !== "") yield { folded, start, end: start + part.length };
      start += part.length;
    }
  }
}

/** What goes into the index: the words, and the identifiers that were taken apart, in one piece each. */
export function indexedText(text: string): { readonly parts: string; readonly joined: string } {
  return ascii.test(text) ? indexedAscii(text) : indexedAny(text);
}

/** The same as `indexedAny`, several times as fast. */
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

/** Marks stay with the character before them. */
const aroundSpaceless = new RegExp(`(?=${spaceless.source})|(?<=${spaceless.source}\\p{M}*)(?!\\p{M})`, "u");

export function fold(word: string): string {
  const cut = word.length > mostCharacters ? word.slice(0, mostCharacters).toWellFormed() : word;
  if (ascii.test(cut)) return cut.toLowerCase();
  // By way of capitals, which makes ß and ς like ss and σ.
  const plain = cut.normalize("NFKD").replaceAll(accents, "").normalize("NFC");
  return plain.toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/** Those of Latin, Greek and Cyrillic letters; elsewhere a mark makes another letter. */
const accents = /[\u0300-\u036F]/g;
