export { analyzeCommand, createAnalyzer, limits, type ParserLoaders } from "./analyze-command.ts";
export { segmentEffects, verdictOf, type SegmentEffects, type ShellVerdict } from "./segment-effects.ts";
export type { TreeFilter, TreeUse } from "./programs/tree-uses.ts";
export type { PathUse } from "./programs/path-use.ts";
export { broadPattern, type BroadPattern } from "./patterns/broad-pattern.ts";
export { parsePattern, PatternError, type CommandPattern } from "./patterns/pattern.ts";
export { segmentCoverage, type Coverage } from "./patterns/segment-coverage.ts";
export { segmentMatches } from "./patterns/segment-matches.ts";
export { suggestPattern } from "./patterns/suggest-pattern.ts";
export type {
  Assignment,
  CommandAnalysis,
  Expansion,
  Problem,
  ProblemCode,
  Redirection,
  Segment,
  Word,
} from "./analysis.ts";
