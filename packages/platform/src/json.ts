/** Parses a text as JSON. Returns undefined if the text is no JSON. */
export function jsonInText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
