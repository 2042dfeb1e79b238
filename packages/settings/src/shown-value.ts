const shownCharacters = 60;

/** A value as errors show it: as JSON, without control characters, at most 60 characters. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters)}…`;
}
