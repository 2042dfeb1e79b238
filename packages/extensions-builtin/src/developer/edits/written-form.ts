import { escapeName, escapeCharacter, type ToolFailure } from "@skein/protocol";
import { decodeText, encodeText, unitBytes, type DecodedText, type Encoding } from "@skein/platform/text";
import { guessProblem, noCode } from "./file-text.ts";
import { spellingsIn, spellingsOf, spellOut } from "./spelled-out.ts";
import { lineOf } from "./text-match.ts";

const markCharacter = "\uFEFF";
const mostNamedLines = 10;

export interface WrittenForm {
  readonly bytes: Buffer;
  /** What the content would not have had by itself, in words. */
  readonly kept: readonly string[];
}

export interface NewContent {
  readonly path: string;
  readonly content: string;
  /** Named by the call. Default: that of the file. */
  readonly encoding: Encoding | undefined;
  /** That of the file, if an earlier call has named it. Default: as detected. */
  readonly known?: Encoding | undefined;
}

/** A new file: UTF-8, or as named; UTF-16 and UTF-32 have a byte order mark. */
export function newFile({ path, content, encoding = "utf-8" }: NewContent): WrittenForm | ToolFailure {
  const isWide = unitBytes(encoding) > 1;
  const text = isWide && !content.startsWith(markCharacter) ? markCharacter + content : content;
  const encoded = encodeText(text.toWellFormed(), encoding);
  if ("missing" in encoded) return noCode(path, encoding, encoded.missing);
  return { bytes: encoded.bytes, kept: encoding === "utf-8" ? [] : [encoding] };
}

/**
 * New content in the form that the file has: encoding, byte order mark, line ends. The model has seen none of them, so
 * it cannot have meant to change them. Refuses escapes that stand where the file has the characters.
 */
export async function writtenForm(before: Buffer, input: NewContent): Promise<WrittenForm | ToolFailure> {
  const { path } = input;
  if (before.length === 0) return newFile(input);
  const file = await decodeText(before, input.known);
  const isMarked = file.mark.length > 0;
  const content = (isMarked ? withoutMark(input.content) : input.content).toWellFormed();
  const { encoding = file.encoding } = input;
  const problem =
    escapeProblem(file, path, content) ??
    (input.encoding === undefined
      ? guessProblem({ path, file }, [{ removed: file.text, added: content }])
      : undefined);
  if (problem) return problem;
  const kept: string[] = encoding === "utf-8" ? [] : [encoding];
  const isCrlf = !content.includes("\r\n") && content.includes("\n") && usesOnlyCrlf(file.text);
  if (isCrlf) kept.push("CRLF line ends");
  const mark = isMarked ? encodeText(markCharacter, encoding) : undefined;
  if (mark && "bytes" in mark) kept.push("byte order mark");
  const encoded = encodeText(isCrlf ? content.replaceAll("\n", "\r\n") : content, encoding);
  if ("missing" in encoded) return noCode(path, encoding, encoded.missing);
  return { bytes: Buffer.concat([...(mark && "bytes" in mark ? [mark.bytes] : []), encoded.bytes]), kept };
}

/** Without a byte order mark, also where it is written as its escape. */
export function withoutMark(text: string): string {
  const escape = escapeCharacter(markCharacter);
  return text.startsWith(markCharacter)
    ? text.slice(1)
    : text.startsWith(escape)
      ? text.slice(escape.length)
      : text;
}

/** The failure for content with escapes that the file has not, and without the characters that it has instead. */
function escapeProblem({ text }: DecodedText, path: string, content: string): ToolFailure | undefined {
  const file = spellOut(text);
  if (file.units.length === 0) return undefined;
  const inFile = spellingsIn(file, 0, file.text.length);
  const written = spellingsOf(content);
  for (const shown of new Set(written.map((each) => each.shown))) {
    const [stored, same] = [
      inFile.filter((each) => each.shown === shown),
      written.filter((each) => each.shown === shown),
    ];
    const characters = stored.flatMap(({ character }) => character ?? []);
    const typed = characters[0] === undefined ? 0 : content.split(characters[0]).length - 1;
    if (characters.length <= typed || same.length <= stored.length - characters.length) continue;
    const lines = same.map(({ at }) => lineOf(content, at)).slice(0, mostNamedLines);
    return {
      kind: "failed",
      message: `content has ${shown} (line ${lines.join(", ")}) where ${escapeName(path)} has the character that is shown so; nothing was written.`,
      hint: `Use edit, which keeps such characters. To write ${shown} itself, take the characters out with edit first.`,
    };
  }
  return undefined;
}

function usesOnlyCrlf(text: string): boolean {
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}
