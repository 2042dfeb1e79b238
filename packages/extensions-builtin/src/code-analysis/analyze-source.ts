import type { CodeAnalysis } from "./analysis.ts";
import { collectAnalysis } from "./collect-analysis.ts";
import type { Language } from "./languages/language.ts";
import { loadGrammar } from "./load-grammar.ts";

export interface AnalyzeOptions {
  /** Milliseconds after which a source is given up: parsing does not let go of the thread. Default 2,000. */
  readonly timeoutMs?: number | undefined;
}

/** Finds what a source declares, calls and uses. `undefined`: it took too long. */
export async function analyzeSource(
  language: Language,
  source: string,
  { timeoutMs = 2000 }: AnalyzeOptions = {},
): Promise<CodeAnalysis | undefined> {
  const grammar = await loadGrammar(language);
  const deadline = performance.now() + timeoutMs;
  const isLate = () => performance.now() > deadline;
  const tree = grammar.parser.parse(source, undefined, { progressCallback: isLate });
  if (!tree) {
    grammar.parser.reset();
    return undefined;
  }
  try {
    const matches = grammar.query.matches(tree.rootNode, { progressCallback: isLate });
    return isLate() ? undefined : collectAnalysis(language.name, source, tree.rootNode, matches);
  } finally {
    tree.delete();
  }
}
