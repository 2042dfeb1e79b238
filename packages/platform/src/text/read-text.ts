import { decodeText } from "./decode-text.ts";
import type { Encoding } from "./encodings.ts";

/** The text of bytes, to be read only. */
export interface ReadText {
  /** Without a byte order mark; a byte that means nothing in the encoding is U+FFFD. */
  readonly text: string;
  readonly encoding: Encoding;
  /** Whether the encoding was guessed: see `describeGuess`. */
  readonly isGuess: boolean;
}

/** Decodes bytes in any of `encodings`, as detected. */
export async function readText(bytes: Uint8Array): Promise<ReadText> {
  const { text, encoding, isGuess } = await decodeText(Buffer.from(bytes));
  return { text: text.toWellFormed(), encoding, isGuess };
}

/** A clause that names a guessed encoding; empty for one that is certain. */
export function describeGuess({ encoding, isGuess }: Pick<ReadText, "encoding" | "isGuess">): string {
  return isGuess ? `read as ${encoding}, which is a guess` : "";
}
