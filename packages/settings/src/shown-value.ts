const shownCharacters = 60;

/** A value in an error: as JSON, without control characters, at most 60 characters long. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters)}…`;
}
