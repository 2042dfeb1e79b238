/** How a text is written to disk. */
export interface Form {
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  readonly mark: boolean;
  /** `mixed`: every third line ends with CRLF. */
  readonly end: "\n" | "\r\n" | "mixed";
  /** Whether U+00FF and U+00FE stand for bytes that are no UTF-8. */
  readonly stray?: boolean;
}

/** @param text - its lines end with `\n`; the target of the edit never spans a changed line end. */
export function bytesOf(text: string, { encoding, mark, end, stray }: Form): Buffer {
  const lines = text.split("\n");
  const joined = lines
    .map((line, index) => line + (index === lines.length - 1 ? "" : endOf(end, line)))
    .join("");
  const marked = (mark ? "\ufeff" : "") + joined;
  if (encoding === "utf-16le") return Buffer.from(marked, "utf16le");
  if (encoding === "utf-16be") return Buffer.from(marked, "utf16le").swap16();
  if (encoding === "windows-1252") return Buffer.from(marked, "latin1");
  if (stray !== true) return Buffer.from(marked);
  const parts = marked.split(/([\u00fe\u00ff])/);
  return Buffer.concat(
    parts.map((part) => Buffer.from(part, /^[\u00fe\u00ff]$/.test(part) ? "latin1" : "utf8")),
  );
}

/** By what the line says, so that it does not depend on where it stands. */
function endOf(end: Form["end"], line: string): string {
  if (end !== "mixed") return end;
  return line.startsWith("}") ? "\r\n" : "\n";
}
