import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { readText } from "@skein/text";
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

/** The notebooks and PDFs among files, as `read` shows them. */
export async function findViewedFiles(
  names: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<ViewedFiles> {
  const found = names.filter((path) => viewed.test(path));
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
  if (!/\.pdf$/i.test(path)) {
    const text = notebookText((await readText(bytes)).text);
    return text === undefined ? undefined : { path, text };
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
