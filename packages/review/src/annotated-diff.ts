import { escapeInvisible } from "@skein/protocol";
import type { DiffFile, DiffHunk } from "./diff.ts";

/** Bytes of a change that one reviewer reads. */
const mostBytes = 60_000;

/** Changes as texts with the new file's line numbers, in parts that a model can read at once. */
export function annotatedDiff(files: readonly DiffFile[], maxBytes = mostBytes): readonly string[] {
  const pieces = files.flatMap(({ path, status, hunks }) => {
    const title = `=== ${path} (${status})`;
    if (hunks.length === 0) return [`${title}\n(no lines: binary, or only its name or mode has changed)`];
    return hunks.flatMap((hunk) => parts(hunkText(hunk), maxBytes).map((text) => `${title}\n${text}`));
  });
  const found: string[] = [];
  let open = "";
  for (const piece of pieces) {
    const title = piece.slice(0, piece.indexOf("\n"));
    // A hunk of the file that was last shown goes on below its title.
    const isSame = open.split("\n").findLast((line) => line.startsWith("=== ")) === title;
    const added = isSame ? piece.slice(title.length + 1) : piece;
    if (open !== "" && Buffer.byteLength(open) + Buffer.byteLength(added) > maxBytes) {
      found.push(open);
      open = piece;
    } else open = open === "" ? piece : `${open}\n${isSame ? "…\n" : ""}${added}`;
  }
  return open === "" ? found : [...found, open];
}

function hunkText({ lines }: DiffHunk): readonly string[] {
  const width = String(lines.at(-1)?.line ?? 1).length;
  return lines.map(({ kind, line, text }) => {
    const number = kind === "removed" ? "-".padStart(width) : String(line).padStart(width);
    return `${number} ${kind === "added" ? "+" : kind === "removed" ? "-" : " "} ${escapeInvisible(text)}`;
  });
}

function parts(lines: readonly string[], maxBytes: number): readonly string[] {
  const found: string[] = [];
  let open: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const shown = Buffer.byteLength(line) > 2000 ? `${line.slice(0, 1000)} …` : line;
    const size = Buffer.byteLength(shown) + 1;
    if (bytes + size > maxBytes && open.length > 0) {
      found.push(open.join("\n"));
      [open, bytes] = [[], 0];
    }
    open.push(shown);
    bytes += size;
  }
  return open.length > 0 ? [...found, open.join("\n")] : found;
}
