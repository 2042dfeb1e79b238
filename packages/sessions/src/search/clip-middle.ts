/**
 * Clips the middle of a long text, at line breaks if there are any nearby. Two thirds of what is kept are its
 * beginning.
 */
export function clipMiddle(text: string, mostCharacters: number): string {
  if (text.length <= mostCharacters) return text;
  const near = Math.floor(mostCharacters / 10);
  const startAt = Math.floor((mostCharacters * 2) / 3);
  const endAt = text.length - (mostCharacters - startAt);
  const lastBreak = text.lastIndexOf("\n", startAt);
  const nextBreak = text.indexOf("\n", endAt);
  const start = text.slice(0, lastBreak > startAt - near ? lastBreak : startAt);
  const end = text.slice(nextBreak !== -1 && nextBreak < endAt + near ? nextBreak + 1 : endAt);
  return `${start}\n…\n${end}`;
}
