export { analyzeSource, type AnalyzeOptions } from "./analyze-source.ts";
export {
  symbolKinds,
  type CodeAnalysis,
  type CodeSymbol,
  type CodeUse,
  type SymbolKind,
} from "./analysis.ts";
export type { Language } from "./languages/language.ts";
export { languageOf, languages } from "./languages/languages.ts";
