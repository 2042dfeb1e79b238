export { type FileSnapshot } from "./capture/capture.ts";
export {
  openCheckpoints,
  type CaptureOptions,
  type FileCheckpoints,
  type CheckpointSettings,
  type RestoreOptions,
} from "./checkpoints.ts";
export { type Collection } from "./collect.ts";
export { type SnapshotDifference } from "./diff.ts";
export { type FileEntry, type EntryType, type ExcludedPath } from "./entries.ts";
export { type SnapshotLink } from "./links.ts";
export { type FileChange } from "./plan.ts";
export { type ScrubbedStore } from "./scrub.ts";
export { type SharedPlace } from "./share.ts";
