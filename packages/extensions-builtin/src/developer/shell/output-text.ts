import {
  decodeAs,
  describeGuess,
  detectEncoding,
  detectUnicode,
  type DetectedEncoding,
} from "@skein/platform/text";

export interface OutputText {
  readonly text: string;
  /** A line that names the encoding, if that was guessed. */
  readonly note?: string;
}

/** What text does not have. */
// oxlint-disable-next-line no-control-regex
const binary = /[\u0000-\u0007\u000E-\u001A\u001C-\u001F]/;

const certainUtf8: DetectedEncoding = { encoding: "utf-8", isGuess: false };

/** The encoding of what a program has printed, as `read` detects it; binary output is taken for UTF-8. */
export async function outputEncoding(bytes: Buffer): Promise<DetectedEncoding> {
  const certain = detectUnicode(bytes);
  if (certain) return certain;
  return binary.test(bytes.toString("latin1")) ? certainUtf8 : detectEncoding(bytes);
}

/**
 * The text that a program has printed, in any encoding that `read` shows.
 *
 * @param encoding - default: as detected.
 */
export async function outputText(bytes: Buffer, encoding?: DetectedEncoding): Promise<OutputText> {
  const detected = encoding ?? (await outputEncoding(bytes));
  const note = guessNote(detected);
  return { text: decodeAs(bytes, detected).text.toWellFormed(), ...(note === undefined ? {} : { note }) };
}

/** A line that names a guessed encoding. UTF-8 with a few invalid bytes is no news. */
export function guessNote(detected: DetectedEncoding): string | undefined {
  const isNews = detected.isGuess && detected.encoding !== "utf-8";
  return isNews ? `[The output was ${describeGuess(detected)}.]` : undefined;
}

/** Whether bytes are shown as they are: in UTF-8, and without a byte order mark. */
export function isPlainOutput(bytes: Buffer): boolean {
  const encoding = detectUnicode(bytes)?.encoding;
  return encoding === "utf-8" && decodeAs(bytes.subarray(0, 3), certainUtf8).mark.length === 0;
}
