import {
  type ModelOptions,
  efforts,
  permissionModeNames,
  type PermissionMode,
  compactionStrategies,
  type CompactionStrategy,
  verbosities,
  toolChoices,
} from "@skein/protocol";
import {
  blobsAddress,
  duration,
  fileNames,
  modelNames,
  numberBetween,
  oneOf,
  postgresUrl,
  text,
  wholeNumber,
  yesNoOrRequired,
  yesOrNo,
  type SettingField,
} from "./values.ts";
import { screenFields, type ScreenSettings } from "./screen-fields.ts";

/** Options of a model that are settings too, and passed on as they are. */
type ModelSettings = Pick<
  ModelOptions,
  | "temperature"
  | "effort"
  | "verbosity"
  | "serviceTier"
  | "toolChoice"
  | "parallelTools"
  | "cacheTtl"
  | "explicitCache"
>;

/** The settings of an app. Absent: not set anywhere, and there is no default. */
export interface Settings extends ModelSettings, ScreenSettings {
  readonly provider?: string;
  readonly model?: string;
  /** Fallback models, in order: a model of the same provider, or `PROVIDER/MODEL`. */
  readonly fallback?: readonly string[];
  /** For session names and summaries: a model of the same provider, or `PROVIDER/MODEL`. */
  readonly fast?: string;
  /** The model in permission mode `plan`. */
  readonly planner?: string;
  /** The model for the first calls of a session, which also helps when the main model fails. */
  readonly lead?: string;
  readonly leadTurns?: number;
  /** The model that answers routine approvals in place of a person. */
  readonly judge?: string;
  /** Name of an output style; `default`: none. */
  readonly outputStyle?: string;
  /** A permission mode. */
  readonly mode: PermissionMode;
  readonly maxTurns: number;
  readonly maxRepetitions: number;
  /** Maximum depth of subagents below a run; 0: none. */
  readonly subagentDepth: number;
  /** Maximum number of subagents of one agent that run at once. */
  readonly subagentsAtOnce: number;
  /** Milliseconds that one run may take. */
  readonly maxTimeMs?: number;
  /** Maximum cost of one session in US dollars. */
  readonly maxCostUsd?: number;
  /** Maximum tokens of one session. */
  readonly maxTokens?: number;
  /** Idle timeout of a model in milliseconds. */
  readonly stallTimeoutMs?: number;
  /** Names of hint files. */
  readonly hints: readonly string[];
  /** The model's context window in tokens, where it is unknown or should not be used fully. */
  readonly contextTokens?: number;
  /** Tokens that definitions of tools of extensions may take in a request; beyond them they are found by search. */
  readonly toolTokens: number;
  /** Number of tools of extensions that may be listed in a request; the others are found by search. */
  readonly toolCount: number;
  /**
   * Share of the context window above which the conversation is compacted; 0: only on request, or when it does not
   * fit.
   */
  readonly compactAt: number;
  readonly compaction: CompactionStrategy;
  readonly sandbox: "auto" | "require" | "off";
  readonly onCrash: "continue" | "stop";
  readonly jobs: "end" | "keep";
  readonly loginPath: "auto" | "off";
  readonly launcher: "auto" | "off";
  readonly memoryProposals: "on" | "off";
  readonly diagnostics: "auto" | "on" | "off";
  /** Milliseconds that a change of a file waits for its diagnostics. */
  readonly diagnosticsTimeoutMs?: number;
  /** Whether files are captured before they change, so that runs can be undone. */
  readonly checkpoints: boolean | "required";
  /** The Postgres database that has the sessions. */
  readonly journal?: string;
  /** Where its blobs of more than 1 MB are. */
  readonly journalBlobs?: string;
}

export type SettingName = keyof Settings;

/** The modes that each mode is stricter than; `approve` and `plan` do not compare. */
const narrows: Record<PermissionMode, readonly PermissionMode[]> = {
  auto: [],
  accept_edits: ["auto"],
  smart_approve: ["auto", "accept_edits"],
  approve: ["auto", "accept_edits", "smart_approve"],
  plan: ["auto", "accept_edits", "smart_approve"],
  chat: ["auto", "accept_edits", "smart_approve", "approve", "plan"],
};

const isLower = (value: number, current: number | undefined): boolean =>
  current === undefined || value < current;

/** From the loosest to the strictest. */
function isFurther<Word>(...words: readonly Word[]): (value: Word, current: Word | undefined) => boolean {
  return (value, current) => current === undefined || words.indexOf(value) > words.indexOf(current);
}

const modelId = text("the id of a model");

/** The one table of what can be set: its names, what it may be, and its default. */
export const settingFields: { readonly [Name in SettingName]-?: SettingField<NonNullable<Settings[Name]>> } =
  {
    provider: {
      key: "provider",
      flag: "--provider",
      variable: "SKEIN_PROVIDER",
      description: "Who answers; without it the first provider whose key is found",
      ...text("the id of a provider"),
    },
    model: {
      key: "model",
      flag: "--model",
      variable: "SKEIN_MODEL",
      description: "The model, by the provider's own name; without it the provider's default",
      ...modelId,
    },
    fallback: {
      key: "fallback",
      flag: "--fallback",
      variable: "SKEIN_FALLBACK",
      description:
        "Who goes on, in order, when the model cannot: MODEL of the same provider, or PROVIDER/MODEL; a list, or text with commas",
      ...modelNames,
    },
    fast: {
      key: "fast",
      variable: "SKEIN_FAST",
      description:
        "A small model that names sessions and writes summaries: MODEL of the same provider, or PROVIDER/MODEL; without it sessions are called by the first words of their task, and the model summarizes",
      ...modelId,
    },
    planner: {
      key: "planner",
      variable: "SKEIN_PLANNER",
      description: "Who answers in the mode `plan`: MODEL of the same provider, or PROVIDER/MODEL",
      ...modelId,
    },
    lead: {
      key: "lead",
      variable: "SKEIN_LEAD",
      description:
        "A stronger model that makes the first calls of a session and helps out when the model fails: MODEL of the same provider, or PROVIDER/MODEL",
      ...modelId,
    },
    leadTurns: {
      key: "leadTurns",
      variable: "SKEIN_LEAD_TURNS",
      description: "How many calls of a session `lead` makes first; without it 3",
      ...wholeNumber({ from: 1 }),
    },
    judge: {
      key: "judge",
      variable: "SKEIN_JUDGE",
      description:
        "Who answers routine approvals in the mode `smart_approve`: MODEL of the same provider, or PROVIDER/MODEL; without it a person does",
      ...modelId,
    },
    outputStyle: {
      key: "outputStyle",
      variable: "SKEIN_OUTPUT_STYLE",
      description:
        "How the model writes: the name of a file in `output-styles`; without it, or with `default`, as Skein says it",
      ...text("the name of an output style"),
    },
    mode: {
      key: "mode",
      flag: "--mode",
      variable: "SKEIN_MODE",
      description: "What may happen unasked",
      ...oneOf(permissionModeNames),
      fallback: "smart_approve",
      isTighter: (value, current) => current === undefined || narrows[value].includes(current),
    },
    maxTurns: {
      key: "maxTurns",
      flag: "--max-turns",
      variable: "SKEIN_MAX_TURNS",
      description: "Replies of the model in one run",
      ...wholeNumber({ from: 1 }),
      fallback: 1000,
      isTighter: isLower,
    },
    maxRepetitions: {
      key: "maxRepetitions",
      flag: "--max-tool-repetitions",
      variable: "SKEIN_MAX_TOOL_REPETITIONS",
      description:
        "How often in a row the same call, or the same cycle of calls, may be made; twice as often while results differ",
      ...wholeNumber({ from: 1 }),
      fallback: 50,
      isTighter: isLower,
    },
    subagentDepth: {
      key: "subagentDepth",
      variable: "SKEIN_SUBAGENT_DEPTH",
      description: "Levels of subagents below a run; 0: it starts none, 1: its subagents start none",
      ...wholeNumber({ from: 0 }),
      fallback: 2,
      isTighter: isLower,
    },
    subagentsAtOnce: {
      key: "subagentsAtOnce",
      variable: "SKEIN_SUBAGENTS_AT_ONCE",
      description: "Subagents of one agent that run at once; more of them wait for a place",
      ...wholeNumber({ from: 1 }),
      fallback: 8,
      isTighter: isLower,
    },
    maxTimeMs: {
      key: "maxTime",
      flag: "--max-time",
      variable: "SKEIN_MAX_TIME",
      description: "Time one run may take, as 90s, 10m or 1h30m; without it there is no limit",
      ...duration,
      isTighter: isLower,
    },
    maxCostUsd: {
      key: "maxCost",
      flag: "--max-cost",
      variable: "SKEIN_MAX_COST",
      description:
        "US dollars one session may cost with its subagents, over all its runs; without it there is no limit",
      ...numberBetween(0, Infinity),
      isTighter: isLower,
    },
    maxTokens: {
      key: "maxTokens",
      flag: "--max-tokens",
      variable: "SKEIN_MAX_TOKENS",
      description:
        "Tokens one session may use with its subagents, over all its runs; without it there is no limit",
      ...wholeNumber({ from: 1 }),
      isTighter: isLower,
    },
    stallTimeoutMs: {
      key: "stallTimeout",
      variable: "SKEIN_STALL_TIMEOUT",
      description:
        "Idle timeout: silence after which a model counts as stalled; without it 120s before its reply and 90s within",
      ...duration,
    },
    temperature: {
      key: "temperature",
      flag: "--temperature",
      variable: "SKEIN_TEMPERATURE",
      description: "Sampling temperature; without it the vendor's",
      ...numberBetween(0, 2),
    },
    effort: {
      key: "effort",
      flag: "--effort",
      variable: "SKEIN_EFFORT",
      description: "How much to reason; without it the vendor decides",
      ...oneOf(efforts),
    },
    verbosity: {
      key: "verbosity",
      variable: "SKEIN_VERBOSITY",
      description: "How long answers are, for models that can be told; without it the vendor decides",
      ...oneOf(verbosities),
    },
    serviceTier: {
      key: "serviceTier",
      variable: "SKEIN_SERVICE_TIER",
      description: "The vendor's word for how fast and how dear: flex, priority, standard_only",
      ...text("the vendor's word for a service tier"),
    },
    toolChoice: {
      key: "toolChoice",
      variable: "SKEIN_TOOL_CHOICE",
      description:
        "Whether the model calls tools: as it likes, at least one in each reply until a limit ends the run, or none",
      ...oneOf(toolChoices),
    },
    parallelTools: {
      key: "parallelTools",
      variable: "SKEIN_PARALLEL_TOOLS",
      description: "Whether a reply may call several tools; without it the vendor decides",
      ...yesOrNo,
    },
    cacheTtl: {
      key: "cacheTtl",
      variable: "SKEIN_CACHE_TTL",
      description:
        "How long the vendor keeps the prompt cache of a Claude model, where writing for an hour costs more, or an explicit cache",
      ...oneOf(["5m", "1h"]),
    },
    explicitCache: {
      key: "explicitCache",
      variable: "SKEIN_EXPLICIT_CACHE",
      description:
        "Whether Gemini keeps system prompt and tools in an explicit cache, whose storage is billed",
      ...yesOrNo,
    },
    hints: {
      key: "hints",
      variable: "SKEIN_HINTS",
      description: "Names of the files with notes for the model; a list, or text with commas",
      ...fileNames,
      fallback: ["AGENTS.md", ".goosehints", "CLAUDE.md"],
      isTighter: (value, current) => value.every((name) => current?.includes(name)),
    },
    contextTokens: {
      key: "contextLimit",
      variable: "SKEIN_CONTEXT_LIMIT",
      description: "Tokens of the model's window, where it is not known or should not be used up",
      ...wholeNumber({ from: 1000 }),
    },
    toolTokens: {
      key: "toolTokens",
      variable: "SKEIN_TOOL_TOKENS",
      description:
        "Tokens that definitions of tools of extensions may take in a request; beyond them the model finds them by search",
      ...wholeNumber({ from: 0 }),
      fallback: 10_000,
    },
    toolCount: {
      key: "toolCount",
      variable: "SKEIN_TOOL_COUNT",
      description:
        "Number of tools of extensions that may be listed in a request; the model finds the others by search",
      ...wholeNumber({ from: 0 }),
      fallback: 40,
    },
    compactAt: {
      key: "compactAt",
      variable: "SKEIN_COMPACT_AT",
      description:
        "Share of the window above which the conversation is compacted; 0: only when you ask, or when it does not fit",
      ...numberBetween(0, 1),
      fallback: 0.75,
    },
    compaction: {
      key: "compaction",
      variable: "SKEIN_COMPACTION",
      description: "How: a model summarizes, the rest is listed, it is left out, or you are told and decide",
      ...oneOf(compactionStrategies),
      fallback: "summarize",
    },
    sandbox: {
      key: "sandbox",
      flag: "--sandbox",
      variable: "SKEIN_SANDBOX",
      description: "Whether commands run in a sandbox: where one works, or not at all without one, or never",
      ...oneOf(["auto", "require", "off"]),
      fallback: "auto",
      isTighter: isFurther("off", "auto", "require"),
    },
    onCrash: {
      key: "onCrash",
      flag: "--on-crash",
      variable: "SKEIN_ON_CRASH",
      description: "What running commands do when Skein is killed; `stop` needs Linux and PID namespaces",
      ...oneOf(["continue", "stop"]),
      fallback: "continue",
      isTighter: isFurther("continue", "stop"),
    },
    jobs: {
      key: "jobs",
      variable: "SKEIN_JOBS",
      description: "What background jobs of the shell do when the session is closed",
      ...oneOf(["end", "keep"]),
      fallback: "end",
      isTighter: isFurther("keep", "end"),
    },
    loginPath: {
      key: "loginPath",
      variable: "SKEIN_LOGIN_PATH",
      description: "Whether commands also find the programs that your login shell finds",
      ...oneOf(["auto", "off"]),
      fallback: "auto",
      isTighter: isFurther("auto", "off"),
    },
    launcher: {
      key: "launcher",
      variable: "SKEIN_LAUNCHER",
      description:
        "Whether commands are forked from a small native program, where there is one; each is started under a shell script otherwise",
      ...oneOf(["auto", "off"]),
      fallback: "auto",
    },
    memoryProposals: {
      key: "memoryProposals",
      variable: "SKEIN_MEMORY_PROPOSALS",
      description:
        "Whether a model is asked at the end of a session what is worth remembering; nothing is remembered unasked",
      ...oneOf(["on", "off"]),
      fallback: "off",
      isTighter: isFurther("on", "off"),
    },
    diagnostics: {
      key: "diagnostics",
      variable: "SKEIN_DIAGNOSTICS",
      description:
        "Whether language servers report new errors after an edit; `auto`: those that run code of the project only in a trusted folder",
      ...oneOf(["auto", "on", "off"]),
      fallback: "auto",
      isTighter: isFurther("on", "auto", "off"),
    },
    diagnosticsTimeoutMs: {
      key: "diagnosticsTimeout",
      variable: "SKEIN_DIAGNOSTICS_TIMEOUT",
      description: "How long an edit waits for its diagnostics; without it 2s",
      ...duration,
    },
    checkpoints: {
      key: "checkpoints",
      flag: "--no-checkpoints",
      variable: "SKEIN_CHECKPOINTS",
      description:
        "Whether files are kept before they change, so that a run can be undone; `required` refuses calls of which not everything can be kept",
      ...yesNoOrRequired,
      fallback: true,
      isTighter: (value, current) => value === "required" || (value && current !== "required"),
    },
    journal: {
      key: "journal",
      flag: "--database-url",
      variable: "SKEIN_DATABASE_URL",
      description:
        "The Postgres database that has the sessions; without it they are in the data folder. Counts only in your own config files",
      ...postgresUrl,
    },
    journalBlobs: {
      key: "journalBlobs",
      variable: "SKEIN_JOURNAL_BLOBS",
      description:
        "Where blobs of more than 1 MB of the sessions in a database are: a bucket, `s3://bucket/prefix?region=…&endpoint=…`, or a folder that all machines see; without it they are in the database. Counts only in your own config files",
      ...blobsAddress,
    },
    ...screenFields,
  };

export const settingNames = Object.keys(settingFields) as readonly SettingName[];
