/** Returns lines under a title, indented by two spaces; nothing if there are no lines. */
export function titledLines(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}
