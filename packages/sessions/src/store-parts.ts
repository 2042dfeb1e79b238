// For stores of sessions in other packages: the form of their rows, and what all stores say and do alike.
export { changedEntry, scrubEntry } from "./changed-entry.ts";
export { isSeenDead } from "./lease-end.ts";
export { lockedBy } from "./lease.ts";
export { withMediaBack, withMediaKept } from "./media-blobs.ts";
export { notFound, removedError } from "./removed-sessions.ts";
export { sha256 } from "./sha256.ts";
export { toEntry, toRow, type EntryRow } from "./rows.ts";
export { damaged, damagedEntry } from "./store-errors.ts";
export { summaryKinds } from "./summary.ts";
