import { decodeFile } from "../edits/text-encoding.ts";
import { notebookText } from "./notebook-text.ts";

/** A file as text in UTF-8, where that is something else than its bytes. */
export interface TextView {
  readonly bytes: Buffer;
  /** What the model should know of it, in a few words. */
  readonly note: string;
}

/** @returns `undefined` for a file that is shown as it is, and for one that is no text. */
export function textView(path: string, whole: Buffer): TextView | undefined {
  const decoded = decodeFile(whole);
  if (!decoded) return undefined;
  const { text, encoding } = decoded;
  const cells = path.endsWith(".ipynb") ? notebookText(Buffer.from(text, "latin1").toString()) : undefined;
  if (cells !== undefined) {
    return { bytes: Buffer.from(cells), note: "the cells of a notebook; for its JSON use cat" };
  }
  if (encoding === "utf-8") return undefined;
  return { bytes: Buffer.from(text, "latin1"), note: encoding };
}
