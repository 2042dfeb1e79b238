/** The TypeScript blocks of a Markdown text, in order. */
export function codeBlocks(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
}
