/** A name or a title of somebody else in the middle of a line: what would begin a line of its own is shown as a mark. */
export function markLineBreaks(text: string): string {
  return text.replaceAll(/\r\n|[\r\n]/g, "\u240A");
}
