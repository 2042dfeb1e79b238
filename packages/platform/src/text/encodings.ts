/** The encodings that text is read and written in. Names: of the WHATWG Encoding Standard, which has no UTF-32. */
export const encodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "utf-32le",
  "utf-32be",
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
  "iso-2022-jp",
  "gb18030",
  "big5",
  "euc-kr",
] as const;

export type Encoding = (typeof encodings)[number];

const list: readonly string[] = encodings;

/** Names of UTF-32, which the platform does not know. As for UTF-16, little-endian is the default. */
const utf32Names: Readonly<Record<string, Encoding>> = {
  "utf-32": "utf-32le",
  utf32: "utf-32le",
  "utf-32le": "utf-32le",
  "utf-32be": "utf-32be",
};

/**
 * Finds an encoding by one of its names: `latin1` is windows-1252, `sjis` is shift_jis, `gbk` is gb18030.
 *
 * @returns `undefined` for an unknown or unsupported name.
 */
export function findEncoding(label: string): Encoding | undefined {
  const trimmed = label.trim();
  const utf32 = utf32Names[trimmed.toLowerCase()];
  if (utf32) return utf32;
  try {
    const { encoding } = new TextDecoder(trimmed);
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
  // In front of UTF-16, whose mark it begins with.
  "utf-32le": [0xff, 0xfe, 0, 0],
  "utf-32be": [0, 0, 0xfe, 0xff],
  "utf-8": [0xef, 0xbb, 0xbf],
  "utf-16le": [0xff, 0xfe],
  "utf-16be": [0xfe, 0xff],
  gb18030: [0x84, 0x31, 0x95, 0x33],
};

/** Bytes of the smallest part of a text: 2 in UTF-16, 4 in UTF-32, else 1. */
export function unitBytes(encoding: Encoding): 1 | 2 | 4 {
  if (encoding === "utf-16le" || encoding === "utf-16be") return 2;
  return encoding === "utf-32le" || encoding === "utf-32be" ? 4 : 1;
}
