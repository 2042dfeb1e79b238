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
} from "../src/index.ts";

/** Bytes of an encoding: of its own characters, and any others. */
function bytesIn(encoding: Encoding): fc.Arbitrary<Buffer> {
  const text = fc.string({ unit: "grapheme" }).map((each) => {
    const encoded = encodeText(each.toWellFormed(), encoding);
    return "bytes" in encoded ? encoded.bytes : Buffer.from("\r\n");
  });
  const any = fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes));
  return fc.array(fc.oneof(text, any), { maxLength: 8 }).map((parts) => Buffer.concat(parts));
}

describe.each(encodings)("%s", (encoding) => {
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
      }),
    );
  });

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
  ])("%j is no UTF-16", async (bytes) => {
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
    ["iso-2022-jp", undefined],
    ["none", undefined],
  ])("%s is %s", (label, encoding) => {
    expect(findEncoding(label)).toBe(encoding);
  });
});
