export { sqliteJournal, type SqliteJournalOptions } from "./sqlite/sqlite-journal.ts";
export { jsonlJournal, type JsonlJournalOptions } from "./jsonl/jsonl-journal.ts";
export {
  type RewriteRules,
  type DamagedSession,
  type HeldClaim,
  type ListedSession,
  type RewriteResult,
  type RunClaim,
  type SessionStore,
} from "./session-store.ts";
export { copySession, type CopiedSession } from "./copies/copy-session.ts";
export { createSession, type NewSession } from "./copies/create-session.ts";
export { forkInStore, type Fork } from "./copies/fork-session.ts";
export { appendBetweenRuns } from "./append-between-runs.ts";
export { readAll, salvageJournal, type SalvagedJournal } from "./read-all.ts";
export {
  conversation,
  type ConversationItem,
  type ConversationTurn,
  type ShownCall,
} from "./conversation.ts";
export {
  cacheView,
  type CachedRequest,
  type CacheView,
  type CacheViewOptions,
  type MissedBy,
} from "./cache/cache-view.ts";
export { type CacheCause, type CacheMiss, cacheCauses } from "./cache/causes.ts";
export { costs, type Cost, type Costs } from "./costs.ts";
export { modelContext } from "./model-context.ts";
export { newestFirst } from "./newest-first.ts";
export { pathInInput } from "./path-in-input.ts";
export { findSubagents, type Subagent } from "./subagents.ts";
export { withSettledCalls } from "./settled-calls.ts";
export { summary, type SessionSummary } from "./summary.ts";
export { upcast, upcasters, type Upcaster, type Upcasters, type WrittenEntry } from "./upcasters.ts";
export {
  ownChangeRanges,
  redoTarget,
  snapshotsAt,
  undoTargets,
  type OwnChangeRange,
  type UndoTarget,
} from "./undo.ts";
