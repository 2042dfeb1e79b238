import { loadHighlighter } from "../later.ts";

/** A piece of code with the kind of thing that it is. */
export type CodePiece = string | { readonly scope?: string; readonly children: readonly CodePiece[] };

interface HighlightTree {
  readonly _emitter: { readonly rootNode: { readonly children: readonly CodePiece[] } };
}

/** Longer code is shown plainly: a highlighter takes its time. */
const longestHighlighted = 20_000;

/** The code in coloured pieces; `undefined` when its language is unknown. The highlighter is loaded for the first block. */
export async function highlighted(code: string, language: string): Promise<readonly CodePiece[] | undefined> {
  if (code.length > longestHighlighted) return undefined;
  const { default: highlighter } = await loadHighlighter();
  if (!highlighter.getLanguage(language)) return undefined;
  const result = highlighter.highlight(code, { language, ignoreIllegals: true });
  // The tree behind the HTML that it would write.
  const { _emitter: tree } = result as unknown as HighlightTree;
  return tree.rootNode.children;
}
