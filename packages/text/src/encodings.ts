/** The encodings that text is read and written in, by their names in the WHATWG Encoding Standard. */
export const encodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "windows-874",
  "iso-8859-2",
  "iso-8859-3",
  "iso-8859-4",
  "iso-8859-5",
  "iso-8859-6",
  "iso-8859-7",
  "iso-8859-8",
  "iso-8859-10",
  "iso-8859-13",
  "iso-8859-14",
  "iso-8859-15",
  "iso-8859-16",
  "koi8-r",
  "koi8-u",
  "macintosh",
  "ibm866",
  "shift_jis",
  "euc-jp",
  "gb18030",
  "big5",
  "euc-kr",
] as const;

export type Encoding = (typeof encodings)[number];

const list: readonly string[] = encodings;

/**
 * Finds an encoding by one of its names: `latin1` is windows-1252, `sjis` is shift_jis, `gbk` is gb18030.
 *
 * @returns `undefined` for an unknown or unsupported name.
 */
export function findEncoding(label: string): Encoding | undefined {
  try {
    const { encoding } = new TextDecoder(label.trim());
    const name = encoding === "gbk" ? "gb18030" : encoding;
    return isEncoding(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

function isEncoding(name: string): name is Encoding {
  return list.includes(name);
}

/** Byte order marks. The first character U+FEFF of a text is written as one of these. */
export const marks: Partial<Readonly<Record<Encoding, readonly number[]>>> = {
  "utf-8": [0xef, 0xbb, 0xbf],
  "utf-16le": [0xff, 0xfe],
  "utf-16be": [0xfe, 0xff],
  gb18030: [0x84, 0x31, 0x95, 0x33],
};
