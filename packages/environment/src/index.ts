export {
  inheritedVariables,
  isInherited,
  networkVariables,
  programVariables,
  variableGroups,
  type ChildKind,
  type Treatment,
  type VariableGroup,
} from "./child-variables.ts";
export { findLockProblem, locksHint } from "./file-locks.ts";
export { describeFileSystem, fileSystemOf, type FileSystem } from "./file-system.ts";
export { flush, flushHandle } from "./flush.ts";
export { hasProc, residentBytes } from "./proc.ts";
export { makeFolders } from "./make-folders.ts";
export { homeFolder, hostName, userId } from "./identity.ts";
export { trustCertificates } from "./trust-certificates.ts";
export { privateIndexVariables } from "./private-index.ts";
