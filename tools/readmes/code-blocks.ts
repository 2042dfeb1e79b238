import { lineAt } from "../structure/source.ts";

export interface CodeBlock {
  readonly code: string;
  /** Line of the Markdown text that the code starts in. */
  readonly line: number;
}

/** The TypeScript blocks of a Markdown text, in order. */
export function codeBlocks(markdown: string): readonly string[] {
  return locatedBlocks(markdown).map(({ code }) => code);
}

/** The TypeScript blocks of a Markdown text, in order, with their lines. */
export function locatedBlocks(markdown: string): readonly CodeBlock[] {
  return [...markdown.matchAll(/^```ts\n(.*?)^```$/gms)].map(({ 1: code = "", index }) => ({
    code,
    line: lineAt(markdown, index) + 1,
  }));
}

/** The blocks of a Markdown text that are test files, fenced as `ts test`, in order. */
export function testBlocks(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^```ts test\n(.*?)^```$/gms)].map(({ 1: code = "" }) => code);
}
