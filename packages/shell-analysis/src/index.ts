export { analyzeCommand, limits, type AnalyzeOptions } from "./analyze-command.ts";
export { judgeSegment, verdictOf, type SegmentJudgement, type Verdict } from "./judge-segment.ts";
export type { PathUse } from "./programs/path-uses.ts";
export { PatternError } from "./patterns/pattern.ts";
export { segmentMatches, segmentMayMatch } from "./patterns/segment-matches.ts";
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
