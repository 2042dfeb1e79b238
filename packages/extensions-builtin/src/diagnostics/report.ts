import { relative } from "node:path";
import { escapeInvisible, escapeName, oneLine, counted } from "@skein/protocol";
import type { ComparedErrors, FileError } from "./file-errors.ts";

const mostErrors = 10;
const mostCharacters = 300;

export interface ReportOptions extends ComparedErrors {
  readonly path: string;
  readonly cwd: string;
  /** Name of the server. */
  readonly server: string;
}

/** What the model reads below the result of a change; `""` when the change has brought no error. */
export function diagnosticsReport({ path, cwd, server, fresh, older }: ReportOptions): string {
  if (fresh.length === 0) return "";
  const file = escapeName(relative(cwd, path));
  const which = older === undefined ? counted(fresh.length, "error") : counted(fresh.length, "new error");
  const more = fresh.length - mostErrors;
  return [
    `The ${server} language server reports ${which} in ${file} after this change:`,
    ...fresh.slice(0, mostErrors).map((error) => `${file}:${errorLine(error)}`),
    ...(more > 0 ? [`… ${more} more`] : []),
    ...(older ? [`[${counted(older, "error")} in this file before the change, not shown.]`] : []),
  ].join("\n");
}

function errorLine({ line, column, message, code }: FileError): string {
  const text = oneLine(escapeInvisible(message));
  const shown = text.length > mostCharacters ? `${text.slice(0, mostCharacters)} …` : text;
  return `${line}:${column} ${shown}${code === undefined ? "" : ` (${escapeName(code)})`}`;
}
