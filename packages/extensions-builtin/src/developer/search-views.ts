import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { readText, type Encoding } from "@skein/platform/text";
import { mostEditedBytes } from "./known-files/most-edited-bytes.ts";
import { notebookText } from "./reading/notebook-text.ts";
import { pdfPages } from "./reading/pdf-pages.ts";

/** A file that `read` shows as another text than its bytes have. */
export interface ViewedFile {
  /** As ripgrep writes it. */
  readonly path: string;
  readonly text: string;
  /** Pages of a PDF: the number of the first line of each. Absent: its lines are those that `read` shows. */
  readonly pages?: readonly number[];
}

export interface ViewedFiles {
  readonly files: readonly ViewedFile[];
  /** Files that are left as they are stored. */
  readonly left: number;
}

/** Files that are converted for one search. A PDF takes a tenth of a second or more. */
const mostFiles = 20;
/** UTF-16 units of text of a PDF. */
const mostPdfCharacters = 2_000_000;
const viewed = /\.(?:ipynb|pdf)$/i;
const isPdf = /\.pdf$/i;

/** Whether ripgrep has no decoder for an encoding, so that the text is given to it. */
export function needsView(encoding: Encoding): boolean {
  return encoding === "utf-32le" || encoding === "utf-32be";
}

/**
 * The notebooks and PDFs among files, and files in UTF-32, as `read` shows them.
 *
 * @param encoded - those whose encoding `needsView`.
 */
export async function findViewedFiles(
  { names, encoded }: { readonly names: readonly string[]; readonly encoded: readonly string[] },
  cwd: string,
  signal: AbortSignal,
): Promise<ViewedFiles> {
  const found = [...new Set([...names.filter((path) => viewed.test(path)), ...encoded])];
  const files: ViewedFile[] = [];
  for (const path of found.slice(0, mostFiles)) {
    signal.throwIfAborted();
    const file = await viewOf(path, cwd).catch(() => undefined);
    if (file) files.push(file);
  }
  return { files, left: Math.max(0, found.length - mostFiles) };
}

async function viewOf(path: string, cwd: string): Promise<ViewedFile | undefined> {
  const file = resolve(cwd, path);
  if ((await stat(file)).size > mostEditedBytes) return undefined;
  const bytes = await readFile(file);
  if (!isPdf.test(path)) {
    const { text, encoding } = await readText(bytes);
    const cells = viewed.test(path) ? notebookText(text) : undefined;
    if (cells !== undefined) return { path, text: cells };
    return needsView(encoding) ? { path, text } : undefined;
  }
  const read = await pdfPages(bytes, { from: 1, pages: Infinity, maxCharacters: mostPdfCharacters });
  if ("problem" in read) return undefined;
  const pages: number[] = [];
  let line = 1;
  for (const { text } of read.pages) {
    pages.push(line);
    line += text.split("\n").length;
  }
  return { path, text: read.pages.map(({ text }) => text).join("\n"), pages };
}

/** The page that a line of the text of a PDF is on. */
export function pageAt(pages: readonly number[], line: number): number {
  return pages.findLastIndex((first) => first <= line) + 1;
}
