import { cleanText, type Paint } from "@skein/terminal";

/** A patch for a terminal: coloured, and clean. */
export function patchText(patch: string, paint: Paint): string {
  return patch
    .split("\n")
    .map((line) => painted(cleanText(line), paint))
    .join("\n");
}

function painted(line: string, paint: Paint): string {
  if (line.startsWith("+")) return paint("added", line);
  if (line.startsWith("-")) return paint("removed", line);
  return line.startsWith("@@") ? paint("accent", line) : line;
}
