import { decodeUtf8, describeGuess, detectUnicode, readText } from "@skein/text";

export interface OutputText {
  readonly text: string;
  /** A line that names the encoding, if that was guessed. */
  readonly note?: string;
}

/** What text does not have. */
// oxlint-disable-next-line no-control-regex
const binary = /[\u0000-\u0007\u000E-\u001A\u001C-\u001F]/;

/** The text that a program has printed, in any encoding that `read` shows; binary output is taken for UTF-8. */
export async function outputText(bytes: Buffer): Promise<OutputText> {
  const certain = detectUnicode(bytes);
  if (certain?.encoding === "utf-8" || (!certain && binary.test(bytes.toString("latin1")))) {
    return { text: withoutMark(decodeUtf8(bytes).toWellFormed()) };
  }
  const read = await readText(bytes);
  const isGuess = read.isGuess && read.encoding !== "utf-8";
  return { text: read.text, ...(isGuess ? { note: `[The output was ${describeGuess(read)}.]` } : {}) };
}

/** Whether bytes are shown as they are: in UTF-8, and without a byte order mark. */
export function isPlainOutput(bytes: Buffer): boolean {
  const encoding = detectUnicode(bytes)?.encoding;
  return encoding === "utf-8" && withoutMark(bytes.toString("utf8", 0, 3)) === bytes.toString("utf8", 0, 3);
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}
