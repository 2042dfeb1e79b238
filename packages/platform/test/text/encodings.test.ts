import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeText,
  detectEncoding,
  encodeText,
  encodings,
  findEncoding,
  replaceRanges,
  type Encoding,
} from "../../src/text/index.ts";

/** Bytes of an encoding: of its own characters, and any others. */
function bytesIn(encoding: Encoding): fc.Arbitrary<Buffer> {
  const text = fc.string({ unit: "grapheme" }).map((each) => {
    const encoded = encodeText(each.toWellFormed(), encoding);
    return "bytes" in encoded ? encoded.bytes : Buffer.from("\r\n");
  });
  const any = fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes));
  return fc.array(fc.oneof(text, any), { maxLength: 8 }).map((parts) => Buffer.concat(parts));
}

describe.each(encodings.filter((encoding) => encoding !== "iso-2022-jp"))("%s", (encoding) => {
  it("encodes what it decodes to the same number of bytes, and to the same ones around a change", async () => {
    await checkProperty(
      fc.asyncProperty(bytesIn(encoding), fc.nat(), fc.nat(), async (bytes, first, second) => {
        const decoded = await decodeText(bytes, encoding);
        const { text, mark, rest } = decoded;
        const encoded = encodeText(text, encoding);
        if ("missing" in encoded) throw new Error(`no code for ${encoded.missing}`);
        expect(encoded.bytes.length).toBe(bytes.length - mark.length - rest.length);
        expect((await decodeText(encoded.bytes, encoding)).text.length).toBe(text.length);

        const lines = text.split("\n");
        const line = first % lines.length;
        const start = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
        const end = start + (lines[line]?.length ?? 0);
        const changed = replaceRanges(bytes, decoded, [{ start, end, text: "x".repeat(second % 3) }]);
        if ("missing" in changed) throw new Error("no code for x");
        const before = lengthIn(text.slice(0, start), encoding) + mark.length;
        const after = lengthIn(text.slice(end), encoding) + rest.length;
        expect(changed.bytes.subarray(0, before)).toEqual(bytes.subarray(0, before));
        expect(changed.bytes.subarray(changed.bytes.length - after)).toEqual(
          bytes.subarray(bytes.length - after),
        );
        expect(changed.bytes.length).toBe(before + lengthIn("x".repeat(second % 3), encoding) + after);

        const around = replaceRanges(bytes, decoded, [{ start, end, text: `x${lines[line]}y` }]);
        if ("missing" in around) throw new Error(`no code for ${around.missing}`);
        const [x, y] = ["x", "y"].map((letter) => bytesOf(letter, encoding));
        const kept = bytes.subarray(before, bytes.length - after);
        expect(around.bytes.toString("hex")).toBe(
          Buffer.concat([
            bytes.subarray(0, before),
            x!,
            kept,
            y!,
            bytes.subarray(bytes.length - after),
          ]).toString("hex"),
        );
      }),
    );
  });
});

it.each([
  ["shift_jis", "髙", "fbfc"],
  ["shift_jis", "≒", "81e0"],
  ["shift_jis", "Ⅲ", "8756"],
  ["shift_jis", "￢", "81ca"],
  ["big5", "十", "a451"],
  ["big5", "═", "f9f9"],
  ["big5", "中", "a4a4"],
] as const)("%s: a new %s is written as browsers do", (encoding, character, code) => {
  expect(bytesOf(character, encoding).toString("hex")).toBe(code);
});

// The platform has no UTF-32.
describe.each(encodings.filter((encoding) => !encoding.startsWith("utf-32")))("%s", (encoding) => {
  it("decodes as the platform does", async () => {
    await checkProperty(
      fc.asyncProperty(bytesIn(encoding), async (bytes) => {
        const { text, rest } = await decodeText(bytes, encoding);
        if (!text.isWellFormed() || rest.length > 0) return;
        expect(text).toBe(new TextDecoder(encoding).decode(bytes));
      }),
    );
  });
});

const lineFeed = 0x0a;

/** With their line ends. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, start)) {
    lines.push(bytes.subarray(start, at + 1));
    start = at + 1;
  }
  return [...lines, bytes.subarray(start)];
}

/** Escape sequences at any place, characters of all sets, and other bytes. */
const shiftedBytes = fc
  .array(
    fc.oneof(
      fc.constantFrom("\u001B(B", "\u001B(J", "\u001B(I", "\u001B$B", "\u001B$@", "\u001B$", "\n", "\r\n"),
      fc.constantFrom("4A;z", "\\~a", "1", " "),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.from(parts.join(""), "latin1"));

describe("iso-2022-jp", () => {
  it.each([
    ["before it", [0, 0, "x"], "x\u001B$B4A;z\u001B(B"],
    ["inside, in ASCII", [1, 1, "x"], "\u001B$B4A\u001B(Bx\u001B$B;z\u001B(B"],
    ["inside, in Japanese", [1, 1, "漢"], "\u001B$B4A4A;z\u001B(B"],
    ["behind it", [2, 2, "x"], "\u001B$B4A;z\u001B(Bx\u001B(B"],
    ["its beginning", [0, 1, "x"], "x\u001B$B;z\u001B(B"],
    ["its end", [1, 2, "字\uFF71"], "\u001B$B4A;z\u001B(I1\u001B(B"],
    ["all of it", [0, 2, "¥\\"], "\u001B(J\\\u001B(B\\\u001B(B"],
    ["nothing for it", [0, 2, ""], "\u001B(B"],
  ] as const)(
    "has escape sequences where a change needs them: %s",
    async (_, [start, end, text], expected) => {
      const bytes = Buffer.from("\u001B$B4A;z\u001B(B", "latin1");
      const decoded = await decodeText(bytes, "iso-2022-jp");
      expect(decoded.text).toBe("漢字");
      const changed = replaceRanges(bytes, decoded, [{ start, end, text }]);
      expect("bytes" in changed && changed.bytes.toString("latin1")).toBe(expected);
    },
  );

  it("encodes text so that the platform reads it, and ends it in ASCII", async () => {
    const unit = fc.constantFrom(...Array.from("a\\~¥‾漢字かな｡ﾟ\n\t①"));
    await checkProperty(
      fc.asyncProperty(fc.string({ unit }), async (text) => {
        const encoded = encodeText(text, "iso-2022-jp");
        if ("missing" in encoded) throw new Error(`no code for ${encoded.missing}`);
        expect(new TextDecoder("iso-2022-jp").decode(encoded.bytes)).toBe(text);
        expect((await decodeText(encoded.bytes, "iso-2022-jp")).text).toBe(text);
        expect((await decodeText(Buffer.concat([encoded.bytes, Buffer.from("a")]), "iso-2022-jp")).text).toBe(
          `${text}a`,
        );
      }),
    );
  });

  it.each(["\u001B", "\u000E", "é", "\u{1F600}"])("has no code for %j", (character) => {
    expect(encodeText(`a${character}`, "iso-2022-jp")).toEqual({ missing: character });
  });

  it("changes one line, and no other byte", async () => {
    const bytes = fc
      .array(fc.oneof({ weight: 3, arbitrary: shiftedBytes }, bytesIn("iso-2022-jp")), { maxLength: 5 })
      .map((parts) => Buffer.concat(parts));
    await checkProperty(
      fc.asyncProperty(
        bytes,
        fc.nat(),
        fc.constantFrom("", "x", "漢", "x字"),
        async (before, pick, added) => {
          const decoded = await decodeText(before, "iso-2022-jp");
          const [lines, stored] = [decoded.text.split("\n"), linesOf(before)];
          expect(lines).toHaveLength(stored.length);
          const line = pick % lines.length;
          const start = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
          const end = start + (lines[line]?.length ?? 0);
          const changed = replaceRanges(before, decoded, [{ start, end, text: added }]);
          if ("missing" in changed) throw new Error(`no code for ${changed.missing}`);
          const now = linesOf(changed.bytes);
          expect(now.toSpliced(line, 1)).toEqual(stored.toSpliced(line, 1));
          const { text } = await decodeText(changed.bytes, "iso-2022-jp");
          expect(text.split("\n")).toEqual(lines.with(line, added));
        },
      ),
    );
  });
});

describe("UTF-32", () => {
  it.each(["utf-32le", "utf-32be"] as const)("%s has each character in four bytes", async (encoding) => {
    const text = "\u{FEFF}aé漢\u{1F600}\r\n";
    const bytes = Buffer.alloc(4 * 7);
    for (const [index, character] of Array.from(text).entries()) {
      const code = character.codePointAt(0) ?? 0;
      if (encoding === "utf-32le") bytes.writeUInt32LE(code, index * 4);
      else bytes.writeUInt32BE(code, index * 4);
    }
    const encoded = encodeText(text, encoding);
    expect("bytes" in encoded && encoded.bytes).toEqual(bytes);
    expect(await decodeText(bytes)).toMatchObject({ encoding, isGuess: false, text: text.slice(1) });
  });

  it("is told from UTF-16 that begins with a NUL character", async () => {
    const text = "\u{FEFF}\0one line\n";
    expect(await decodeText(Buffer.from(text, "utf16le"))).toMatchObject({ encoding: "utf-16le" });
    expect(
      await decodeText(
        Buffer.concat([Buffer.of(0xff, 0xfe, 0, 0), Buffer.of(0x61, 0, 0, 0), Buffer.of(0, 0xd8, 0, 0)]),
      ),
    ).toMatchObject({
      encoding: "utf-32le",
      text: "a\uDC00\uDCD8\uDC00\uDC00",
    });
  });
});

function bytesOf(text: string, encoding: Encoding): Buffer {
  const encoded = encodeText(text, encoding);
  if ("missing" in encoded) throw new Error(`no code for ${encoded.missing}`);
  return encoded.bytes;
}

function lengthIn(text: string, encoding: Encoding): number {
  const encoded = encodeText(text, encoding);
  return "bytes" in encoded ? encoded.bytes.length : -1;
}

describe("detectEncoding", () => {
  it.each([
    ["", "utf-8", false],
    ["plain", "utf-8", false],
    ["Größe ✓", "utf-8", false],
    ["\u{feff}Größe", "utf-8", false],
  ])("%j is certain", async (text, encoding, isGuess) => {
    expect(await detectEncoding(Buffer.from(text))).toEqual({ encoding, isGuess });
  });

  it.each([
    ["utf-16le", "\u{feff}x", false],
    ["utf-16be", "\u{feff}x", false],
    ["utf-32le", "\u{feff}x", false],
    ["utf-32be", "\u{feff}", false],
    ["utf-32le", "ab", false],
    ["utf-32be", "one line\r\nand Größe\r\n", false],
    ["utf-32le", "设定文件无法读取\n读取配置文件失败\n", true],
    ["iso-2022-jp", "設定ファイルの読み込みに失敗しました", true],
    ["iso-2022-jp", "// 設定\nint x;\n", true],
    ["utf-16le", "one line\r\nand another\r\n", false],
    ["utf-16be", "one line\r\nand another\r\n", false],
    ["utf-16le", "设定文件无法读取\n读取配置文件失败\n", true],
    ["utf-16be", "设定文件无法读取\n读取配置文件失败\n", true],
    ["windows-1252", "Größe der Datei", true],
    ["windows-1252", "caf\u00E9", true],
    ["windows-1252", "int x; // “quoted” – and more\n", true],
    ["windows-1251", "int x;\n// Ошибка при чтении файла конфигурации\n", true],
    ["koi8-r", "Ошибка при чтении файла конфигурации", true],
    ["shift_jis", "設定ファイルの読み込みに失敗しました", true],
    ["euc-jp", "設定ファイルの読み込みに失敗しました", true],
    ["euc-kr", "설정 파일을 읽지 못했습니다", true],
    ["gb18030", "读取配置文件失败，因为它不是文件。请检查路径是否正确，然后再试一次。", true],
    ["big5", "讀取設定檔失敗，因為它不是檔案。請檢查路徑是否正確，然後再試一次。", true],
  ] as const)("%s: %j", async (encoding, text, isGuess) => {
    const encoded = encodeText(text, encoding);
    if ("missing" in encoded) throw new Error(encoded.missing);
    expect(await detectEncoding(encoded.bytes)).toEqual({ encoding, isGuess });
  });

  it("takes UTF-8 with a few broken bytes for UTF-8, as a guess", async () => {
    const bytes = Buffer.concat([Buffer.from("äöü äöü äöü"), Buffer.of(0xff)]);
    expect(await detectEncoding(bytes)).toEqual({ encoding: "utf-8", isGuess: true });
  });

  it.each([
    [[0, 1, 2, 3]],
    [[...Buffer.from("a\0b\u0007\u001b[31mred\u001b[0m\n 10%\r100%\n")]],
    [[...Buffer.from("key\0value and some text\n")]],
    [[1, 0, 2, 0, 3, 0]],
    [[0xff, 0x0a, 0x61, 0x0a, 0, 0xfe]],
    [[1, 0, 0, 0, 2, 0, 0, 0]],
    [[0, 1, 0x20, 0, 0, 1, 0x30, 0, 0, 1, 0x40, 0]],
    [[...Buffer.from("\u001B(0lqk\u001B(B \u001B[1mbold\u001B[m\n")]],
    [[...Buffer.from("\u001B$B \u001B[1mno character\u001B[m\n")]],
    [[...Buffer.from("the sequence \u001B$B\u001B(B\n")]],
  ])("%j is in no other encoding", async (bytes) => {
    expect((await detectEncoding(Buffer.from(bytes))).encoding).toBe("utf-8");
  });
});

describe("findEncoding", () => {
  it.each([
    ["latin1", "windows-1252"],
    ["UTF-16", "utf-16le"],
    ["SJIS", "shift_jis"],
    ["gbk", "gb18030"],
    [" cp1251 ", "windows-1251"],
    ["UTF-32", "utf-32le"],
    [" utf-32BE ", "utf-32be"],
    ["csISO2022JP", "iso-2022-jp"],
    ["iso-2022-kr", undefined],
    ["none", undefined],
  ])("%s is %s", (label, encoding) => {
    expect(findEncoding(label)).toBe(encoding);
  });
});
