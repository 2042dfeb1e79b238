// Characters of four bytes in gb18030: by arithmetic beyond U+FFFF, from the platform's decoder below.

/** Index of U+10000: https://encoding.spec.whatwg.org/#gb18030-encoder */
const firstSupplementary = 189_000;
/** Four-byte codes that mean characters up to U+FFFF. */
const basicCodes = 39_420;

let basic: readonly string[] | undefined;
let basicIndexes: ReadonlyMap<string, number> | undefined;

/** @returns the character of four bytes, or `undefined`. */
export function characterOfQuad(bytes: Buffer, at: number): string | undefined {
  const index = indexOfQuad(bytes, at);
  if (index === undefined) return undefined;
  if (index >= firstSupplementary) {
    const code = index - firstSupplementary + 0x10000;
    return code > 0x10ffff ? undefined : String.fromCodePoint(code);
  }
  const character = basicCharacters()[index];
  return character === "\uFFFD" && !isReplacement(bytes, at) ? undefined : character;
}

/** @returns the four bytes of a character, or `undefined` for one that has a shorter code. */
export function quadOf(character: string): number[] | undefined {
  const code = character.codePointAt(0) ?? 0;
  basicIndexes ??= new Map(
    basicCharacters().flatMap((each, index) => (each === "\uFFFD" ? [] : [[each, index] as const])),
  );
  if (character === "\uFFFD") return [0x84, 0x31, 0xa4, 0x37];
  const index = code >= 0x10000 ? code - 0x10000 + firstSupplementary : basicIndexes.get(character);
  return index === undefined ? undefined : quadAt(index);
}

function isReplacement(bytes: Buffer, at: number): boolean {
  return bytes.subarray(at, at + 4).equals(Buffer.of(0x84, 0x31, 0xa4, 0x37));
}

function indexOfQuad(bytes: Buffer, at: number): number | undefined {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4);
  const isQuad =
    first >= 0x81 && first <= 0xfe && isDigit(second) && third >= 0x81 && third <= 0xfe && isDigit(fourth);
  if (!isQuad) return undefined;
  return (((first - 0x81) * 10 + second - 0x30) * 126 + third - 0x81) * 10 + fourth - 0x30;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function quadAt(index: number): number[] {
  const fourth = index % 10;
  const third = Math.floor(index / 10) % 126;
  const second = Math.floor(index / 1260) % 10;
  return [0x81 + Math.floor(index / 12_600), 0x30 + second, 0x81 + third, 0x30 + fourth];
}

function basicCharacters(): readonly string[] {
  if (basic) return basic;
  const bytes = Buffer.alloc(basicCodes * 5, 0x0a);
  for (let index = 0; index < basicCodes; index++) bytes.set(quadAt(index), index * 5);
  basic = new TextDecoder("gb18030", { ignoreBOM: true })
    .decode(bytes)
    .split("\n")
    .map((character) => (/^.$/su.test(character) ? character : "\uFFFD"));
  return basic;
}
