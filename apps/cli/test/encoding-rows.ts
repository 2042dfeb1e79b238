import { encodeText, type Encoding } from "@skein/platform/text";

/** A text in an encoding. */
export interface Row {
  readonly name: string;
  readonly encoding: Encoding;
  readonly text: string;
  readonly isMarked?: boolean;
  readonly isGuess?: boolean;
}

const russian = "Ошибка при чтении файла конфигурации";
const japanese = "設定ファイルの読み込みに失敗しました";
export const rows: readonly Row[] = [
  { name: "UTF-8", encoding: "utf-8", text: "Größe – ✓ 日本" },
  { name: "UTF-8 with a mark", encoding: "utf-8", text: "Größe – ✓ 日本", isMarked: true },
  { name: "UTF-16LE with a mark", encoding: "utf-16le", text: "Größe – ✓ 日本", isMarked: true },
  { name: "UTF-16BE with a mark", encoding: "utf-16be", text: "Größe – ✓ 日本", isMarked: true },
  { name: "UTF-16LE", encoding: "utf-16le", text: "Größe, without a mark" },
  { name: "UTF-16BE", encoding: "utf-16be", text: "Größe, without a mark" },
  { name: "UTF-32LE with a mark", encoding: "utf-32le", text: "Größe – ✓ 日本", isMarked: true },
  { name: "UTF-32BE with a mark", encoding: "utf-32be", text: "Größe – ✓ 日本", isMarked: true },
  { name: "UTF-32LE", encoding: "utf-32le", text: "Größe – ✓ 日本, without a mark" },
  { name: "UTF-32BE", encoding: "utf-32be", text: "Größe – ✓ 日本, without a mark" },
  { name: "windows-1252", encoding: "windows-1252", text: "Größe der “Datei” – naïve façade", isGuess: true },
  { name: "windows-1251", encoding: "windows-1251", text: russian, isGuess: true },
  { name: "KOI8-R", encoding: "koi8-r", text: russian, isGuess: true },
  { name: "Shift_JIS", encoding: "shift_jis", text: japanese, isGuess: true },
  { name: "EUC-JP", encoding: "euc-jp", text: japanese, isGuess: true },
  { name: "ISO-2022-JP", encoding: "iso-2022-jp", text: japanese, isGuess: true },
  {
    name: "GB18030",
    encoding: "gb18030",
    text: "读取配置文件失败，因为它不是文件。请检查路径是否正确，然后再试一次。",
    isGuess: true,
  },
  {
    name: "Big5",
    encoding: "big5",
    text: "讀取設定檔失敗，因為它不是檔案。請檢查路徑是否正確，然後再試一次。",
    isGuess: true,
  },
  { name: "EUC-KR", encoding: "euc-kr", text: "설정 파일을 읽지 못했습니다", isGuess: true },
];

export function bytesOf(content: string, { encoding, isMarked }: Row): Buffer {
  const encoded = encodeText(`${isMarked ? "\uFEFF" : ""}${content}`, encoding);
  if ("missing" in encoded) throw new Error(`${encoding} has no code for ${encoded.missing}`);
  return encoded.bytes;
}
