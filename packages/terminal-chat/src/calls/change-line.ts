import type { Paint } from "@skein/terminal";

/** A line of a difference in its colour. */
export function changeLine(line: string, paint: Paint): string {
  if (line.startsWith("+")) return paint("green", line);
  if (line.startsWith("-")) return paint("red", line);
  return line === "" ? "" : paint("dim", line);
}
