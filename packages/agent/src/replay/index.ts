export { type Drift } from "./drift.ts";
export { type Unreplayable } from "./recorded-runs.ts";
export { replaySession, type Replay, type ReplayedRequest, type SessionReplay } from "./replay-session.ts";
