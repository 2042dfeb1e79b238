export { applyImport, type WrittenImport } from "./apply-import.ts";
export { countFindings, type ProgramCounts } from "./count-findings.ts";
export {
  findPrograms,
  readProgram,
  type FindProgramOptions,
  type FoundProgram,
  type ReadProgramOptions,
} from "./find-programs.ts";
export { areas, type Area, type ImportFindings, type Remedy } from "./findings.ts";
export {
  changesAnything,
  planImport,
  type ImportPlan,
  type ImportPlanOptions,
} from "./planning/plan-import.ts";
export { planActions, type Action, type PlanItem } from "./planning/plan-item.ts";
export { programs } from "./programs.ts";
export { tryNewExtension, type NewExtension } from "./adding/add-extension.ts";
export { readServersFile } from "./adding/read-servers-file.ts";
