export { findRecording } from "./find-recording.ts";
export { recordingRuntime } from "./recording-runtime.ts";
export { replayRecording } from "./replay-recording.ts";
