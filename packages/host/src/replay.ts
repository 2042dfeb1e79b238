export { findRecording } from "./replay/find-recording.ts";
export { recordingRuntime } from "./replay/recording-runtime.ts";
export { replayRecording } from "./replay/replay-recording.ts";
export {
  isSame,
  replayExitCode,
  replayReport,
  type Replay,
  type ReplayedRequest,
} from "./replay/replay-report.ts";
