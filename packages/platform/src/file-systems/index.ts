export { findLockProblem, locksHint } from "./file-locks.ts";
export { describeFileSystem, fileSystemOf, type FileSystem } from "./file-system.ts";
