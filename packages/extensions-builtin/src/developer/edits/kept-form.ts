import { decodeFile, encodeText } from "./text-encoding.ts";
import { bytesOf } from "./text-match.ts";

const mark = bytesOf("\ufeff");

interface KeptForm {
  readonly bytes: Buffer;
  /** What the content would not have had by itself, in words. */
  readonly kept: readonly string[];
}

/**
 * New content in the form that the file has: encoding, byte order mark, line ends. The model has seen none of them, so
 * it cannot have meant to change them.
 */
export function keptForm(before: Buffer, content: string): KeptForm {
  const file = decodeFile(before);
  const given = bytesOf(content);
  if (!file || before.length === 0) return { bytes: Buffer.from(content), kept: [] };
  const kept: string[] = [];
  let text = given;
  if (!given.includes("\r\n") && given.includes("\n") && usesOnlyCrlf(file.text)) {
    text = text.replaceAll("\n", "\r\n");
    kept.push("CRLF line ends");
  }
  if (file.text.startsWith(mark) && !text.startsWith(mark)) {
    text = mark + text;
    kept.push("byte order mark");
  }
  const bytes = encodeText(text, file.encoding);
  if (!bytes) return { bytes: Buffer.from(text, "latin1"), kept };
  return { bytes, kept: file.encoding === "utf-8" ? kept : [file.encoding, ...kept] };
}

function usesOnlyCrlf(text: string): boolean {
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}
