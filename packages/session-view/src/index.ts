export {
  type Conversation,
  type StreamingPart,
  type StreamingReply,
  type WaitingMessage,
} from "./conversation.ts";
export { type Groups, type ItemGroups } from "./item-groups.ts";
export {
  type AnsweredBy,
  type Asked,
  type CallItem,
  type CallResult,
  type CallState,
  type CompactionItem,
  type Item,
  type MessageItem,
  type NoticeItem,
  type OutcomeItem,
  type ProseItem,
  type QuestionItem,
  type TextItem,
  type ThinkingItem,
  type ToldEvent,
  type ToldItem,
} from "./items.ts";
export { plusSpent, runningJobs, type RunningRun, type SessionFacts, type Spent } from "./session-facts.ts";
export { callTitle } from "./call-title.ts";
export { previewHunks, type PreviewHunk } from "./preview-hunks.ts";
export {
  emptyView,
  type ChildEntry,
  type ChildView,
  type History,
  type KeptStep,
  type SessionStep,
  type SessionView,
} from "./session-view.ts";
export { changedItems } from "./changed-items.ts";
export {
  childrenOfCall,
  itemsOf,
  openQuestions,
  spentInAll,
  viewOfSubagent,
  type OpenQuestion,
} from "./shown.ts";
export { disconnected, viewOfEntries, viewReducer } from "./view-reducer.ts";
