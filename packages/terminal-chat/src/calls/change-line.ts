import type { Paint } from "@skein/terminal";

/** A line of a difference in its colour. */
export function changeLine(line: string, paint: Paint): string {
  if (line.startsWith("+")) return paint("added", line);
  if (line.startsWith("-")) return paint("removed", line);
  return line === "" ? "" : paint("dim", line);
}
