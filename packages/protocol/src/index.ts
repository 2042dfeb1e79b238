export type { Child, ChildEnd, Children, ChildStart } from "./children.ts";
export {
  compactionStrategies,
  contextCauses,
  type CompactionStrategy,
  type Compaction,
  type ContextCause,
  type ContextChange,
  type ContextPlan,
  type ContextView,
  type MeasuredCall,
} from "./compaction.ts";
export type { Budget, BudgetClaim, BudgetRefusal, BudgetStatus, Reservation } from "./budget.ts";
export {
  addCharges,
  addUsage,
  chargeOf,
  costOf,
  promptTokens,
  highestRates,
  zeroCharge,
  maxCost,
  type Charge,
  type TokenBounds,
} from "./cost.ts";
export {
  contextTag,
  escapeContextTag,
  sectionsText,
  taggedContext,
  type ContextSection,
} from "./dynamic-context.ts";
export {
  noticeLevels,
  kindVersion,
  purposes,
  sessionNamers,
  type CheckpointEntry,
  type ContextBlob,
  type Entry,
  type EntryBody,
  type EntryHead,
  type EntryKind,
  type EntryOf,
  type Interaction,
  type LeftOutTool,
  type NoticeAudience,
  type NoticeLevel,
  type Purpose,
  type RecipeSource,
  type RunLimits,
  type SessionNamer,
  type ToolResultEntry,
  type UncheckpointedPath,
} from "./entries.ts";
export {
  ConfigError,
  ExtensionError,
  NotStartedError,
  ProviderError,
  SessionError,
  SkeinError,
  messageOf,
  providerErrorCodes,
  type ProviderErrorCode,
  type ProviderErrorOptions,
  type SkeinErrorOptions,
} from "./errors/errors.ts";
export { type AgentEvent, type AgentEventBody, type EventHead } from "./events.ts";
export {
  asSentence,
  describeFailure,
  failureKinds,
  type CallProblem,
  toolFailed,
  type ToolFailure,
} from "./errors/failures.ts";
export { firstDifference } from "./first-difference.ts";
export {
  jobEnders,
  type BackgroundJob,
  type ExtensionJobs,
  type JobEnd,
} from "./extensions/background-jobs.ts";
export { type HookEffect, type HookEvent, type HookEventType, type RunHooks } from "./hooks.ts";
export { type Grants } from "./grants.ts";
export { groupedNumber } from "./shown/grouped-number.ts";
export { inspectCall, type Inspection } from "./inspect-call.ts";
export { type Finding, type InspectedCall, type Inspector, type ResultFinding } from "./inspectors.ts";
export { schemaListKeywords, schemaMapKeywords } from "./schemas/subschemas.ts";
export { isEnvSample } from "./guarded/env-files.ts";
export { toJson, type JsonCheck } from "./to-json.ts";
export { baseOf } from "./models/base-of.ts";
export { mapErrors } from "./errors/map-errors.ts";
export { checkOrder } from "./journal/check-order.ts";
export {
  createSessionNotifier,
  followEntries,
  type SessionNotifier,
  type FollowedJournal,
} from "./journal/follow-entries.ts";
export { memoryJournal } from "./journal/memory-journal.ts";
export { checkSessionId, isSessionId } from "./journal/session-id.ts";
export {
  isJsonObject,
  jsonTypeOf,
  mapStrings,
  objectsIn,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from "./json.ts";
export {
  isBroken,
  commonImageTypes,
  isOpaqueField,
  messageSources,
  skipRedaction,
  extractText,
  type AssistantMessage,
  type AssistantPart,
  type BrokenToolCall,
  type FilePart,
  type ImagePart,
  type Message,
  type MessageSource,
  type OpaquePart,
  type Sidecar,
  type TextPart,
  type ThinkingPart,
  type ToolCall,
  type ToolCallPart,
  type ToolContentPart,
  type ToolMessage,
  type ToolResultPart,
  type UserMessage,
  type UserPart,
} from "./messages.ts";
export {
  type AttemptEvent,
  type AttemptModel,
  type ChatModel,
  type DeltaType,
  type Effort,
  type EffortTraits,
  efforts,
  type ModelEvent,
  type ModelInfo,
  type ModelLimits,
  type ModelOptions,
  type ModelPrice,
  type ModelProvider,
  type ModelRequest,
  type PriceTier,
  type StopReason,
  stopReasons,
  toolChoices,
  usageCounters,
  verbosities,
  type ThinkingPlan,
  type DeferredTools,
  type RequestSession,
  type ToolDefinition,
  type Usage,
} from "./models/models.ts";
export { unfinishedAnswer } from "./unfinished-answer.ts";
export { sessionStates, type RunState, type SessionState, type SubmittedRunState } from "./session-states.ts";
export { readModelName, type ModelName } from "./models/model-name.ts";
export { effortLevels, effortWord, requireEffort } from "./models/require-effort.ts";
export { type NextStep } from "./errors/next-step.ts";
export { describeError, outcomeOfError } from "./errors/outcome-of-error.ts";
export {
  exitCodeOfSignal,
  exitCodes,
  outcomeNames,
  storedOutcome,
  type OutcomeError,
  type OutcomeName,
  type RunResult,
} from "./outcomes.ts";
export {
  type AskUser,
  type Checkpoints,
  type Checks,
  type CheckVerdict,
  type Clock,
  type ContextMoment,
  type Decision,
  type DynamicContext,
  type Gate,
  type GateRequest,
  type Ids,
  type JournalStore,
  type Lease,
  type Prompt,
  type PromptParts,
  type Random,
  type Redactor,
  type CheckpointResult,
  type Snapshot,
} from "./ports.ts";
export { systemClock } from "./system-clock.ts";
export { isPermissionMode, permissionModeNames, type PermissionMode } from "./permission-modes.ts";
export {
  answerScopes,
  attributeAnswer,
  questionKinds,
  isAboutCall,
  questionText,
  verdicts,
  type Answer,
  type AnswerScope,
  type AttributedAnswer,
  type CallQuestion,
  type Clarification,
  type FrontendCall,
  type Question,
  type Verdict,
} from "./questions.ts";
export {
  describeIssues,
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
} from "./schemas/standard-schema.ts";
export { effectiveEntries, isEffectiveAfter } from "./effective-entries.ts";
export { callToolOf, precheckToolOf, recoverToolOf, toolExtension } from "./extensions/tool-extension.ts";
export {
  effects,
  soundStates,
  type Artifact,
  type Effect,
  type ExtensionStatus,
  type Repeat,
  type ResultApp,
} from "./effects.ts";
export {
  isFailure,
  toolsOfModel,
  type Checked,
  type Extension,
  type ExtensionApps,
  type ExtensionState,
  type ForwardedCall,
  type PlanProposal,
  type PrecheckContext,
  type PrecheckResult,
  type Tool,
  type ToolContext,
  type ToolOutcome,
  type ToolOutput,
} from "./tools.ts";
export {
  type ElicitationReply,
  type ElicitationRequest,
  type ExtensionRequests,
  type LogLevel,
  type SamplingReply,
  type SamplingRequest,
} from "./extensions/extension-requests.ts";
export { type AppPage, type AppSources } from "./extensions/app-page.ts";
export {
  type CompletionRequest,
  type ExtensionPrompts,
  type ExtensionResources,
  type FilledPrompt,
  type PromptArgument,
  type PromptDefinition,
  type PromptMessage,
  type ResourceContent,
  type ResourceDefinition,
  type ResourceTemplate,
} from "./extensions/prompts-and-resources.ts";
export { beginsWith, sameItems } from "./begins-with.ts";
export { createTranscript, isBlankReply, type OpenCall, type Transcript } from "./transcript.ts";
export { placeholderOpening, placeholdersIn, replacePlaceholders } from "./shown/redaction-placeholder.ts";
export {
  escapeCharacter,
  escapedCharacterRanges,
  escapeHidden,
  escapeInvisible,
  escapeName,
  hiddenCharacterRanges,
  hiddenCharacters,
  stripTerminalCodes,
} from "./shown/visible-text.ts";
export {
  builtinNames,
  defaultBuiltins,
  isConversational,
  isNamedBuiltin,
  protectedExtensionNames,
  type BuiltinExtensionName,
  type NamedBuiltin,
} from "./names/builtin-extensions.ts";
export {
  extensionOfTool,
  foreignNames,
  readingTools,
  toolAlias,
  toolsMeantBy,
  type ForeignAgent,
  type SharedTool,
} from "./names/foreign-tools.ts";
export { counted } from "./shown/counted.ts";
export { oneLine } from "./shown/one-line.ts";
export { titledLines } from "./shown/titled-lines.ts";
export { credentialLocations, type CredentialLocation } from "./guarded/credential-locations.ts";
export { protectedNames } from "./guarded/protected-names.ts";
