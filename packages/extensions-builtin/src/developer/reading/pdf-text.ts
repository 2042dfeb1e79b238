import { clip, type ToolReturn } from "@skein/extension-kit";
import { pdfPages } from "./pdf-pages.ts";

export interface PdfReading {
  /** First page, from 1; a negative one counts from the end. */
  readonly from: number;
  /** How many pages. Default: as many as fit. */
  readonly pages: number | undefined;
  readonly maxBytes: number;
}

/** Pages of a PDF as their text, whole ones as far as they fit. */
export async function pdfText(
  bytes: Buffer,
  { from, pages: wanted, maxBytes }: PdfReading,
): Promise<ToolReturn> {
  const read = await pdfPages(bytes, { from, pages: wanted ?? Infinity, maxCharacters: maxBytes });
  if ("problem" in read) {
    return {
      kind: "failed",
      message: `The PDF cannot be read: ${read.problem}.`,
      hint: "If the shell has pdftotext, try that.",
    };
  }
  const [first, ...more] = read.pages.map(({ number, text }) => ({
    number,
    text: `[page ${number}]\n${text === "" ? "(no text: a scan or a drawing)" : text}`,
  }));
  if (!first)
    return {
      kind: "failed",
      message: `There is no page ${from} to read.`,
      hint: `It has ${read.total} pages.`,
    };
  let shown = clip(first.text, { maxBytes, maxLines: Infinity }).text;
  let last = first.number;
  for (const { number, text } of more) {
    if (Buffer.byteLength(shown) + Buffer.byteLength(text) > maxBytes) break;
    shown = `${shown}\n\n${text}`;
    last = number;
  }
  const range = last === first.number ? `page ${last}` : `pages ${first.number} to ${last}`;
  const next = last < read.total ? `; continue with from: ${last + 1}` : "";
  return `${shown}\n[${range} of ${read.total}${next}]`;
}
