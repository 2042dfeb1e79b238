import type { Encoding } from "./encodings.ts";
import type { Utf16 } from "./utf-16.ts";
import type { Utf32 } from "./utf-32.ts";

/** An encoding that a table describes: not those of Unicode, and none with escape sequences. */
export type LegacyEncoding = Exclude<Encoding, "utf-8" | Utf16 | Utf32 | "iso-2022-jp">;

const withoutTable: ReadonlySet<Encoding> = new Set<Encoding>([
  "utf-8",
  "utf-16le",
  "utf-16be",
  "utf-32le",
  "utf-32be",
  "iso-2022-jp",
]);

export function isLegacy(encoding: Encoding): encoding is LegacyEncoding {
  return !withoutTable.has(encoding);
}

/** What bytes of an encoding mean. */
export interface LegacyTable {
  /** Characters of single bytes; `undefined` for a lead byte, and for a byte without a meaning. */
  readonly single: readonly (string | undefined)[];
  /** Characters by their bytes as one number; three bytes after 0x8F in euc-jp. */
  readonly several: ReadonlyMap<number, string>;
  /** The bytes that a new character gets, as one number. */
  readonly bytesOf: ReadonlyMap<string, number>;
  /** Characters that several codes mean. */
  readonly ambiguous: ReadonlySet<string>;
}

const multiByte: ReadonlySet<Encoding> = new Set<Encoding>([
  "shift_jis",
  "euc-jp",
  "gb18030",
  "big5",
  "euc-kr",
]);

const tables = new Map<LegacyEncoding, LegacyTable>();

/** The table of an encoding, made from the decoder of the platform at its first use: 1 to 20 ms. */
export function legacyTable(encoding: LegacyEncoding): LegacyTable {
  const cached = tables.get(encoding);
  if (cached) return cached;
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const single = Array.from({ length: 256 }, (_, byte) => known(decoder.decode(Uint8Array.of(byte))));
  const several = new Map<number, string>();
  if (multiByte.has(encoding)) {
    const leads = single.flatMap((character, byte) => (character === undefined ? [byte] : []));
    for (const [code, character] of meanings(decoder, leads.flatMap(pairsAfter)))
      several.set(code, character);
    if (encoding === "euc-jp")
      for (const [code, character] of meanings(decoder, triples())) several.set(code, character);
  }
  const bytesOf = new Map<string, number>();
  for (const [code, character] of [...several, ...single.entries()]) {
    const before = character === undefined ? undefined : bytesOf.get(character);
    if (character !== undefined && (before === undefined || isBetter(encoding, { character, code, before })))
      bytesOf.set(character, code);
  }
  // A position in the text leads to one in the bytes by the lengths of codes, so all codes of a character need the same.
  const hasItsLength = (code: number, character: string) =>
    lengthOf(bytesOf.get(character)) === lengthOf(code);
  for (const [code, character] of several) if (!hasItsLength(code, character)) several.delete(code);
  const counts = new Map<string, number>();
  for (const character of several.values()) counts.set(character, (counts.get(character) ?? 0) + 1);
  const table = {
    ambiguous: new Set([...counts].flatMap(([character, count]) => (count > 1 ? [character] : []))),
    single: single.map((character, code) =>
      character === undefined || !hasItsLength(code, character) ? undefined : character,
    ),
    several,
    bytesOf,
  };
  tables.set(encoding, table);
  return table;
}

/** Characters of big5 whose last code is the usual one. Source: encoding.spec.whatwg.org, index Big5 pointer. */
const lastInBig5 = new Set("═╞╡╪十卅");

/**
 * Whether a code is more usual for a character than a lower one. Browsers write Japanese characters of vendors as IBM
 * numbered them, and Chinese ones without the additions of Hong Kong. Source: encoding.spec.whatwg.org, indexes.
 */
function isBetter(
  encoding: LegacyEncoding,
  { character, code, before }: { readonly character: string; readonly code: number; readonly before: number },
): boolean {
  if (encoding === "shift_jis") return before >= 0xed40 && before <= 0xeefc && code >= 0xfa40;
  if (encoding !== "big5") return false;
  return (before < 0xa140 && code >= 0xa140) || lastInBig5.has(character);
}

function known(character: string): string | undefined {
  return character === "\uFFFD" || character === "" ? undefined : character;
}

function pairsAfter(lead: number): number[] {
  return Array.from({ length: 0x100 - 0x30 }, (_, index) => (lead << 8) | (index + 0x30));
}

function triples(): number[] {
  const highBytes = Array.from({ length: 94 }, (_, index) => index + 0xa1);
  return highBytes.flatMap((second) => highBytes.map((third) => (0x8f << 16) | (second << 8) | third));
}

/** Decodes all codes at once, each followed by a line feed, which no code contains. */
function meanings(decoder: InstanceType<typeof TextDecoder>, codes: readonly number[]): [number, string][] {
  const bytes = codes.flatMap((code) => [...bytesOfCode(code), 0x0a]);
  const characters = decoder.decode(Uint8Array.from(bytes)).split("\n");
  return codes.flatMap((code, index): [number, string][] => {
    const character = characters[index] ?? "";
    return character === "" || character.includes("\uFFFD") ? [] : [[code, character]];
  });
}

/** The bytes of a code of one to three bytes; no code of several begins with 0. */
export function bytesOfCode(code: number): number[] {
  if (code < 0x100) return [code];
  return code < 0x10000 ? [code >> 8, code & 0xff] : [code >> 16, (code >> 8) & 0xff, code & 0xff];
}

function lengthOf(code: number | undefined): number {
  return code === undefined ? 0 : bytesOfCode(code).length;
}
