import { runInWorker } from "@skein/extension-kit";

interface PdfPage {
  /** From 1. */
  readonly number: number;
  /** Empty where it has none: a scan, or a drawing. */
  readonly text: string;
}

/** `problem`: why it cannot be read, in a few words. */
export type PdfText =
  | { readonly total: number; readonly pages: readonly PdfPage[] }
  | { readonly problem: string };

export interface PdfRange {
  /** From 1; a negative one counts from the end. */
  readonly from: number;
  /** None: only the pages of the document are counted. */
  readonly pages: number;
  /** Of text, in UTF-16 units. The page with which it is full is the last one, and is whole. */
  readonly maxCharacters: number;
}

/** Reads nothing from elsewhere and evaluates nothing of the document. */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
const pageText = (items) => items.map(({ str = "", hasEOL }) => str + (hasEOL ? "\\n" : "")).join("").trimEnd();
import(workerData.module).then(async ({ getDocumentProxy }) => {
  const { from, pages: wanted, maxCharacters } = workerData;
  const pdf = await getDocumentProxy(new Uint8Array(workerData.bytes), { verbosity: 0, isEvalSupported: false });
  const total = pdf.numPages;
  const first = from < 0 ? Math.max(1, total + 1 + from) : from;
  const pages = [];
  let characters = 0;
  for (let number = first; number < first + wanted && number <= total && characters < maxCharacters; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    const text = pageText(items);
    characters += text.length;
    pages.push({ number, text });
  }
  parentPort.postMessage({ total, pages });
}).catch(({ name, code }) => {
  const problem =
    name === "PasswordException" ? "it is protected with a password"
    : code === "ERR_MODULE_NOT_FOUND" ? "the library for it (unpdf) is not installed"
    : "it is damaged";
  parentPort.postMessage({ problem });
});
`;

/** A page of text takes milliseconds; what takes longer is not worth waiting for. */
const limits = { longestMs: 60_000, memoryMb: 1024 };

export async function pdfPages(bytes: Uint8Array, range: PdfRange): Promise<PdfText> {
  const missing = { problem: "the library for it (unpdf) is not installed" };
  const module = resolved("unpdf");
  if (module === undefined) return missing;
  const read = await runInWorker<PdfText>(program, { module, bytes, ...range }, limits);
  return read ?? { problem: "it takes too long or too much memory" };
}

function resolved(name: string): string | undefined {
  try {
    return import.meta.resolve(name);
  } catch {
    return undefined;
  }
}
