export { answeringModel, callsIn, type AnsweringModel } from "./sessions/answering-model.ts";
export { cachedSession } from "./sessions/cached-session.ts";
export {
  chooseSession,
  chosenSession,
  type ChosenSession,
  type SessionChoice,
} from "./sessions/choose-session.ts";
export { compactionReport, type CompactionReport } from "./sessions/compaction-report.ts";
export { collectEntries } from "./sessions/collect-entries.ts";
export {
  chooseModel,
  firstToAnswer,
  modelNamed,
  type LastModel,
  type ModelSources,
} from "./sessions/choose-model.ts";
export { foreignHere } from "./sessions/foreign-here.ts";
export { findSession } from "./sessions/find-session.ts";
export { forkSession, type ForkPoint } from "./sessions/fork-session.ts";
export { createLiveSession, type LiveSessionParts } from "./sessions/live/create-live-session.ts";
export type { LiveSession } from "./sessions/live/live-session.ts";

export { databaseUrl, machineSessions } from "./sessions/machine-sessions.ts";
export { describeMoved, moveRenamedFolder } from "./sessions/folders/renamed-folder.ts";
export { moveNamed, type MovedSession } from "./sessions/move-session.ts";
export { openEnd, openEndOf, type OpenEnd } from "./sessions/open-end.ts";
export { refuseUnplaced } from "./sessions/refuse-unplaced.ts";
export { withSubagentFiles, type SessionPath } from "./sessions/subagent-files.ts";
export {
  askingSubagents,
  describeNothingOpen,
  sessionToResume,
  withoutSubagents,
} from "./sessions/subagents-of.ts";
export { type SessionWishes } from "./sessions/session-settings.ts";
export { importedObject } from "./sessions/imported-object.ts";
export { importSessions, wasImportedBefore } from "./sessions/import-sessions.ts";
export type { ImportEnd, ImportSessionsOptions, SessionFile } from "./sessions/import-sessions.ts";
export { listedObject, sessionsOf } from "./sessions/listed-sessions.ts";
export { readEntries, type ReadEntries } from "./sessions/read-entries.ts";
export {
  refuseRunning,
  sessionsNamed,
  sessionsOlderThan,
  withTheirSubagents,
} from "./sessions/select-sessions.ts";
export { sizesOfSession } from "./sessions/sizes-of-session.ts";
export { withSubagents, type SpentInAll } from "./sessions/subagent-spending.ts";
export { readSession, sessionObject, type WholeSession } from "./sessions/whole-session.ts";
export { sessionUsage, type RequestUsage } from "./sessions/session-usage.ts";
export { sessionName } from "./sessions/session-name.ts";
export { readRun } from "./sessions/live/read-run.ts";
export { openPromptHistory, type PromptHistory } from "./sessions/prompt-history.ts";

export { sharedStore } from "./sessions/machine-sessions.ts";
export { forkLiveSession, openOtherSession } from "./sessions/live/create-live-session.ts";
export { type LiveSettings, type OwnerSocket } from "./sessions/live/live-session.ts";
export { lostRun, unseenRun } from "./sessions/live/unseen-run.ts";
export { type OpeningWishes } from "./sessions/opening-settings.ts";
export { hasAllAnswers } from "./sessions/subagents-of.ts";
export { lastSeq } from "./sessions/read-entries.ts";
export { neededDatabase } from "./sessions/machine-sessions.ts";
export { requireMode } from "./sessions/live/require-mode.ts";
export { type CompactOptions, type RunBeginning } from "./sessions/live/live-session.ts";
