/** Returns a text as one line: every run of white space, line ends included, is one space, with none at either end. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
