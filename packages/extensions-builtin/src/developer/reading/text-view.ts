import { unitBytes, type DecodedText } from "@skein/platform/text";
import { notebookText } from "./notebook-text.ts";

/** A file as text in UTF-8, where that is something else than its bytes. */
export interface TextView {
  readonly bytes: Buffer;
  /** What the model should know of it, in a few words. */
  readonly note: string;
}

/** @returns `undefined` for a file that is shown as it is. */
export function textView(path: string, { text, encoding, isGuess }: DecodedText): TextView | undefined {
  const cells = path.endsWith(".ipynb") ? notebookText(text) : undefined;
  if (cells !== undefined) {
    return { bytes: Buffer.from(cells), note: "the cells of a notebook; for its JSON use cat" };
  }
  if (encoding === "utf-8" && !isGuess) return undefined;
  const note = isGuess ? `${encoding} is a guess: if characters are wrong, pass encoding` : encoding;
  return { bytes: Buffer.from(text.toWellFormed()), note };
}

/** Whether bytes that are not text by their kind, since they have NUL bytes, are text in UTF-16 or UTF-32. */
export function isWide({ encoding }: Pick<DecodedText, "encoding">): boolean {
  return unitBytes(encoding) > 1;
}
