export { applyImport, type WrittenImport } from "./imports/apply-import.ts";
export { countFindings, type ProgramCounts } from "./imports/count-findings.ts";
export {
  findPrograms,
  readProgram,
  type FindOptions,
  type FoundProgram,
  type ReadOptions,
} from "./imports/find-programs.ts";
export { areas, type Area, type Findings, type Remedy } from "./imports/findings.ts";
export {
  changesAnything,
  planImport,
  type ImportPlan,
  type PlanOptions,
} from "./imports/planning/plan-import.ts";
export { planActions, type Action, type PlanItem } from "./imports/planning/plan-item.ts";
export { programs } from "./imports/programs.ts";
