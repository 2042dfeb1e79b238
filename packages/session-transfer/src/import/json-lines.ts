import { isJsonObject, type JsonObject } from "@skein/protocol";

/** Something that was not imported, or not as it stood. */
export interface ImportWarning {
  /** Counted from 1; absent when the file has no lines that mean anything. */
  readonly line?: number;
  readonly message: string;
}

export interface JsonLine {
  /** Counted from 1. */
  readonly line: number;
  readonly value: JsonObject;
}

/** The objects of a JSONL text, one line at a time. A line that is none is told in `warnings` and skipped. */
export function* jsonLines(text: string, warnings: ImportWarning[]): Generator<JsonLine> {
  let start = text.startsWith("\uFEFF") ? 1 : 0;
  for (let line = 1; start < text.length; line++) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    const written = text.slice(start, end);
    start = end + 1;
    if (written.trim() === "") continue;
    const value = parsed(written);
    if (isJsonObject(value)) yield { line, value };
    else
      warnings.push({ line, message: value === undefined ? "This is no JSON." : "This is no JSON object." });
  }
}

/** `undefined` when it does not parse. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
