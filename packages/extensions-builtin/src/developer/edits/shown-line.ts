import { escapeCharacter } from "@skein/protocol";

/**
 * A line of a file as the model is shown it, without its line end. Other characters that are not seen are escaped when the
 * result is sent, so that secrets with such characters are recognized before.
 */
export function shownLine(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  return text.replaceAll("\r", escapeCharacter).toWellFormed();
}
