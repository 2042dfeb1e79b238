import { groupedNumber } from "@skein/protocol";
/** A long text's beginning and end, and how much lies between them. */
export interface Clipped {
  readonly start: string;
  readonly end: string;
  /** Characters left out; 0 when `start` is the whole text. */
  readonly left: number;
}

/** Cuts at line breaks where there are some near. Two thirds of what is kept are the beginning. */
export function clip(text: string, mostCharacters: number): Clipped {
  if (text.length <= mostCharacters) return { start: text, end: "", left: 0 };
  const near = Math.floor(mostCharacters / 10);
  const startAt = Math.floor((mostCharacters * 2) / 3);
  const endAt = text.length - (mostCharacters - startAt);
  const lastBreak = text.lastIndexOf("\n", startAt);
  const nextBreak = text.indexOf("\n", endAt);
  const start = text.slice(0, lastBreak > startAt - near ? lastBreak : startAt);
  const end = text.slice(nextBreak !== -1 && nextBreak < endAt + near ? nextBreak + 1 : endAt);
  return { start, end, left: text.length - start.length - end.length };
}

export function clippedNote(left: number): string {
  return `… ${groupedNumber(left)} characters left out …`;
}
