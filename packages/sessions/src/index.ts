export { sqliteJournal, type SqliteJournal, type SqliteJournalOptions } from "./sqlite-journal.ts";
export { type ListedSession } from "./list-sessions.ts";
export {
  conversation,
  type ConversationItem,
  type ConversationTurn,
  type ShownCall,
} from "./conversation.ts";
export { costs, type Cost, type Costs } from "./costs.ts";
export { modelContext } from "./model-context.ts";
export { summary, type SessionSummary } from "./summary.ts";
export { lift, upcasters, type Upcaster, type Upcasters, type WrittenEntry } from "./upcasters.ts";
