import { escapeName, escapeCharacter, type ToolFailure } from "@skein/protocol";
import { decodeText, encodings, findEncoding, type DecodedText, type Encoding } from "@skein/platform/text";

const mostNamedCharacters = 5;

/** The encoding that a call names; `undefined`: it names none. */
export function statedEncoding(label: string | undefined): Encoding | undefined | ToolFailure {
  const encoding = label === undefined ? undefined : findEncoding(label);
  if (label === undefined || encoding) return encoding;
  return {
    kind: "failed",
    message: `Unknown encoding ${JSON.stringify(label)}; nothing was done.`,
    hint: `Use one of: ${encodings.join(", ")}.`,
  };
}

export interface StatedFile {
  readonly path: string;
  readonly encoding: Encoding | undefined;
}

/** The text of a file, in the encoding that a call has named for it, or as detected. */
export async function fileText(
  bytes: Buffer,
  { path, encoding }: StatedFile,
): Promise<DecodedText | ToolFailure> {
  const detected = await decodeText(bytes);
  if (encoding === undefined || encoding === detected.encoding) {
    return encoding === undefined ? detected : { ...detected, isGuess: false };
  }
  const decoded = await decodeText(bytes, encoding);
  // The mark of UTF-32 begins with that of UTF-16.
  if (detected.mark.length === 0 || decoded.mark.length > 0) return decoded;
  return {
    kind: "failed",
    message: `${escapeName(path)} has the byte order mark of ${detected.encoding}, so it is not ${encoding}; nothing was done.`,
    hint: "Leave out encoding.",
  };
}

/** Text that a call removes, and text that it adds. */
export interface TextChange {
  readonly removed: string;
  readonly added: string;
}

/** The failure for new characters in a file whose encoding is a guess: as ASCII, all encodings write the same. */
export function guessProblem(
  { path, file }: { readonly path: string; readonly file: DecodedText },
  changes: readonly TextChange[],
): ToolFailure | undefined {
  if (!file.isGuess) return undefined;
  const added = [...new Set(changes.flatMap(newCharacters))];
  if (added.length === 0) return undefined;
  const shown = added.slice(0, mostNamedCharacters).join(" ");
  return {
    kind: "failed",
    message: `The encoding of ${escapeName(path)} is a guess (${file.encoding}), and the call adds ${shown}; nothing was changed.`,
    hint: `If read shows the file right, make the call again with encoding: ${JSON.stringify(file.encoding)}. Else find the encoding with which read shows it right, and pass that to both.`,
  };
}

function newCharacters({ removed, added }: TextChange): readonly string[] {
  const counts = new Map<string, number>();
  for (const character of beyondAscii(removed)) counts.set(character, (counts.get(character) ?? 0) + 1);
  return beyondAscii(added).filter((character) => {
    const left = counts.get(character) ?? 0;
    counts.set(character, left - 1);
    return left <= 0;
  });
}

function beyondAscii(text: string): readonly string[] {
  return text.match(/[^\p{ASCII}\p{Surrogate}]/gu) ?? [];
}

/** The failure for a character that an encoding cannot write. */
export function noCode(path: string, encoding: Encoding, missing: string): ToolFailure {
  const shown = missing.isWellFormed() ? missing : escapeCharacter(missing);
  return {
    kind: "failed",
    message: `${escapeName(path)} is written in ${encoding}, which has no code for ${shown}; nothing was changed.`,
    hint: 'Use other characters, or convert the whole file: write it with encoding: "utf-8".',
  };
}
