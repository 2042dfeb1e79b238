export { followRun } from "./follow-run.ts";
export { findRunning } from "./find-running.ts";
export { openElsewhere } from "./open-elsewhere.ts";
export { sessionsAtWork, type AtWorkOptions, type SessionAtWork } from "./sessions-at-work.ts";
export {
  startBackground,
  type BackgroundCommand,
  type BackgroundRun,
  type BackgroundStart,
} from "./start-background.ts";
export { stopSession, type StoppedSession } from "./stop-session.ts";
