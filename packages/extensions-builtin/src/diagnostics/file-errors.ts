import type { Diagnostic } from "vscode-languageserver-protocol";

export interface FileError {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  readonly message: string;
  readonly code: string | undefined;
}

/** The protocol's number for errors; a server that gives none means them. */
const errorSeverity = 1;

export function errorsIn(diagnostics: readonly Diagnostic[]): readonly FileError[] {
  return diagnostics
    .filter(({ severity = errorSeverity }) => severity === errorSeverity)
    .map(({ range, message, code }) => ({
      line: range.start.line + 1,
      column: range.start.character + 1,
      message: typeof message === "string" ? message : message.value,
      code: code === undefined ? undefined : String(code),
    }))
    .toSorted((one, other) => one.line - other.line || one.column - other.column);
}

export interface ComparedErrors {
  readonly fresh: readonly FileError[];
  /** Those that were there before; `undefined`: what was there is not known. */
  readonly older: number | undefined;
}

/** Errors are the same when they say the same: their lines move with each change. */
export function newErrors(
  before: readonly FileError[] | undefined,
  now: readonly FileError[],
): ComparedErrors {
  if (!before) return { fresh: now, older: undefined };
  const left = new Map<string, number>();
  for (const error of before) left.set(keyOf(error), (left.get(keyOf(error)) ?? 0) + 1);
  const fresh = now.filter((error) => {
    const count = left.get(keyOf(error)) ?? 0;
    left.set(keyOf(error), count - 1);
    return count <= 0;
  });
  return { fresh, older: now.length - fresh.length };
}

function keyOf({ code, message }: FileError): string {
  return `${code ?? ""} ${message}`;
}
