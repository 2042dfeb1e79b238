/** Tokens in short; `?` where they are not known. */
export function thousands(tokens: number | undefined): string {
  if (tokens === undefined) return "?";
  return tokens < 1000 ? String(tokens) : `${Math.round(tokens / 1000)}k`;
}
