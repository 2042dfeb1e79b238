export { childGate, type ChildGateOptions } from "./child-gate.ts";
export { createGate, type CallKnowledge, type GateOptions, type PermissionGate } from "./gate.ts";
export { isPermissionMode, permissionModes, type PermissionMode } from "./modes.ts";
export { type RememberedAnswer, type RememberedStore } from "./remembered.ts";
export { isInside } from "./paths/workspace.ts";
export { reached, type ReachedPath } from "./paths/reached-paths.ts";
export { commandIn } from "./rules/covers-call.ts";
export { isExceptionOf, pathGuard, type OwnFolder, type PathGuard } from "./paths/path-guard.ts";
export { ruleNameProblem, type KnownTools } from "./rule-names.ts";
export { type Judgement } from "./judge/judge-call.ts";
export { type SegmentJudgement } from "./judge/judge-segments.ts";
export { parseRule, type ParsedRule, type RuleProblem } from "./rules/parse-rule.ts";
export { compileRules, type CompiledRule, type PermissionRule } from "./rules/permission-rule.ts";
export { restrictsReading } from "./rules/restrict-call.ts";
export { suggestCommandRules } from "./shell/suggest-rules.ts";
export { readsOnly, type ReadingFacts } from "./shell/reads-only.ts";
export {
  analyzePlainCommand,
  type AnalyzedCommand,
  type ShellAnalysis,
  type ShellSegment,
} from "./shell/shell-analysis.ts";
