export {
  type AgentSettings,
  type DormantServer,
  type OpenAgent,
  type RunNarrowing,
} from "./agent-settings.ts";
export { isReadOnly, readOnly } from "./agent/read-only.ts";
export { type AttachFile } from "./agent/attach-file.ts";
export { type AttachResource, type FillPrompt } from "./agent/attach-resource.ts";
export { type ProposedMemory } from "./memory/propose-memories.ts";
export { builtinTools, type BuiltinTool } from "./extensions/builtin-tools.ts";
export { describeModel } from "./models.ts";
export { crashTier } from "./crash-stop.ts";
export { sandboxTiers, usableTiers } from "./sandbox/find-tiers.ts";
export { describeLimits as describeCommandLimits } from "./sandbox/command-limits.ts";
export { workspaceLimitsIn, type SandboxTierInForce } from "./sandbox/open-sandbox.ts";
export { type OutputStyle } from "./prompts/output-style.ts";
export { defaultPrompts, type Prompts } from "./prompts/default-prompts.ts";
export { createRuntime, type Runtime, type RuntimeParts } from "./create-runtime.ts";
export { makeTemporaryFolder } from "./folders/temporary-folder.ts";
export { type UserCommand, type UserCommandEnd } from "./processes/run-user-command.ts";
export { judgeCommand, type CommandPolicy } from "./judge-command.ts";
export { forgetAnswers, rememberedIn } from "./remembered-answers.ts";
export { openRedactor, type AgentRedactorSources } from "./secrets/open-redactor.ts";
export { serveBuiltin, type ServeBuiltinOptions } from "./serve-builtin.ts";
export {
  exportFormats,
  type Exported,
  type ExportFormat,
  type ExportOptions,
} from "./sessions/export-session.ts";
export { foreignSessions } from "./sessions/foreign-sessions.ts";
export { type Imported, type ImportOptions } from "./sessions/import-session.ts";
export { type Recording, type ReplayOptions } from "./sessions/replay-recording.ts";
export { type SearchOptions } from "./sessions/search-sessions.ts";
export { type Scrubbed, type ScrubEnd, type ScrubTarget } from "./sessions/scrub-session.ts";
export { moveSession, type MovedSessions, type SessionMove } from "./sessions/move-session.ts";
export { openSessions, type Sessions } from "./sessions/open-sessions.ts";
export { type StoresOptions } from "./sessions/stores.ts";
export { type ChangedFile } from "./sessions/changed-files.ts";
export { type FileDiff, type SessionDiff } from "./sessions/session-diff.ts";
export { type Hunk } from "./sessions/hunks.ts";
export { type RewindOptions, type Rewound } from "./sessions/rewind-session.ts";
export { type SentContext } from "./sessions/sent-context.ts";
export { type InspectorSettings } from "./inspector-settings.ts";
export { newSessionId } from "./sessions/session-id.ts";
export { type SessionSpendingLimit } from "./spending-limit.ts";
export { spendingReport, type SpendingLine, type SpendingReport } from "./spending-report.ts";
export { type ModelOverrides } from "./with-model-overrides.ts";
export {
  isSame,
  replayExitCode,
  replayReport,
  type ReplaySummary,
  type ReplayDifference,
} from "./sessions/replay-report.ts";
