export { childGate, type ChildGateOptions } from "./child-gate.ts";
export { createGate, type GateOptions, type PermissionGate } from "./gate.ts";
export { isPermissionMode, permissionModes, type PermissionMode } from "./modes.ts";
export { type RememberedAnswer, type RememberedStore } from "./remembered.ts";
export { pathGuard, type OwnFolder, type PathGuard } from "./paths/path-guard.ts";
export { ruleNameProblem, type KnownTools, type RuleNameProblem } from "./rule-names.ts";
export { type PermissionRule } from "./rules.ts";
export { readsOnly, type ReadingFacts } from "./shell/reads-only.ts";
