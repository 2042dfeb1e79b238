import type { OpenFiles } from "@skein/extensions-builtin/developer";
import type { ProposedMemory } from "./memory/propose-memories.ts";
import type { AgentJobs } from "./agent/agent-jobs.ts";
import type { AttachFile } from "./agent/attach-file.ts";
import type { AttachResource, FillPrompt } from "./agent/attach-resource.ts";
import type { Agent } from "@skein/agent";
import type { LedgerLimits, SpendingLimit } from "@skein/sessions/budget";
import type { DiagnosticsSettings } from "@skein/extensions-builtin/diagnostics";
import type { MemoryFolders } from "@skein/extensions-builtin/memory";
import type { Skill } from "@skein/extensions-builtin/skills";
import type { McpSettings, ToolBudget } from "@skein/extensions";
import type { PermissionRule } from "@skein/permissions";
import type {
  AskUser,
  EntryOf,
  Extension,
  Interaction,
  JsonSchema,
  ModelOptions,
  RecipeSource,
  RunLimits,
  ModelName,
} from "@skein/protocol";
import type { SearchSettings } from "@skein/extensions-builtin/web";
import type { HookSettings } from "./hooks/open-hooks.ts";
import type { InspectorSettings } from "./inspector-settings.ts";
import type { AgentHint } from "./prompts/hints-text.ts";
import type { Prompts } from "./prompts/default-prompts.ts";
import type { RecipeRetry } from "@skein/recipes";
import type { CompactionSettings } from "./compaction.ts";
import type { OutputStyle } from "./prompts/output-style.ts";
import type { Narrowing } from "./recipes/narrowed-gate.ts";
import type { RoleSettings } from "./roles.ts";
import type { SandboxSettings, SandboxTierInForce } from "./sandbox/open-sandbox.ts";
import type { SessionSpendingLimit } from "./spending-limit.ts";
import type { SubagentSettings } from "./subagents/subagent-settings.ts";

/** The settings of an agent, as plain values. Fields without a default are required. */
export interface AgentSettings
  extends
    ModelSettings,
    RoleSettings,
    CompactionSettings,
    SessionSpendingLimit,
    RightsSettings,
    ToolSettings,
    SubagentsSettings,
    TextSettings,
    RecordSettings,
    WorkSettings {}

/** The model and its fallbacks. */
interface ModelSettings {
  readonly provider: string;
  readonly model: string;
  /**
   * Fallback models, in order, for when the model is out of quota, overloaded or stalled. Their keys are
   * looked up then. Default: none.
   */
  readonly fallback?: readonly ModelName[] | undefined;
  /** Context window in tokens, if unknown or to be limited. Default: the model's known window. */
  readonly contextTokens?: number | undefined;
  /** Sent with every request. Options that are not set are left to the vendor. */
  readonly options?: ModelOptions;
}

/** Permissions. */
interface RightsSettings {
  readonly mode: string;
  /** Permission rules for tools; deny beats ask beats allow. Default: none. */
  readonly rules?: readonly PermissionRule[];
  /**
   * Restricts these permissions, whatever mode is set later; also for subagents. Default: no restriction.
   */
  readonly narrow?: Narrowing | undefined;
  /** Commands, HTTP calls and functions at fixed points, also of subagents. Default: none. */
  readonly hooks?: HookSettings | undefined;
  /** What looks at calls after the permissions. A subagent has its parent's. Default: all of them but the adversary. */
  readonly inspectors?: InspectorSettings | undefined;
  /** Answers approval questions. Default: no one, and a question ends the run as `needs-input`. */
  readonly ask?: AskUser | undefined;
}

/** Tools and extensions. */
interface ToolSettings {
  /** Names of built-in extensions: see `builtinNames` of `@skein/protocol`. */
  readonly builtins: readonly string[];
  /** Where the built-in `memory` keeps what it remembers. Default: nowhere. */
  readonly memory?: MemoryFolders | undefined;
  /** Whether a model may be asked at the end what is worth remembering: see `OpenAgent.proposeMemories`. Default: no. */
  readonly proposesMemories?: boolean | undefined;
  /** Who the built-in `web` asks with the tool `web_search`. Default: no one, and there is no such tool. */
  readonly webSearch?: SearchSettings | undefined;
  /** What the built-in `skills` offers: see `readSkills` of `@skein/runtime/skills`. Default: none. */
  readonly skills?: readonly Skill[] | undefined;
  /** Interval in milliseconds at which `warn` is told which extensions are still starting. Default 10,000. */
  readonly slowStartMs?: number | undefined;
  /** Required extensions: if one cannot start, opening fails. Closed with the agent. Default: none. */
  readonly extensions?: readonly Extension[];
  /** A face shows pages of MCP servers, as MCP Apps has them: their servers are told so. Default false. */
  readonly showsApps?: boolean | undefined;
  /** An editor whose files that are not saved count for the tools that read and change files. Default: none. */
  readonly openFiles?: OpenFiles | undefined;
  /** Required MCP servers, started for this agent and stopped with it. Default: none. */
  readonly servers?: readonly McpSettings[];
  /**
   * Optional MCP servers: if one cannot start, `warn` is told and the run continues without it. Default:
   * none.
   */
  readonly optionalServers?: readonly McpSettings[];
  /** MCP servers that are switched off: the model may ask to enable them for the session. Default: none. */
  readonly dormantServers?: readonly DormantServer[];
  /**
   * An allowlist of tools, by the name the model sees or as `extension__tool`; also for subagents. Default:
   * all tools of its extensions.
   */
  readonly tools?: readonly string[] | undefined;
  /**
   * How many tools of extensions, and how many tokens of their definitions, may be listed in a request; the others are
   * found by search. Default: 40 tools, 10,000 tokens.
   */
  readonly toolBudget?: ToolBudget | undefined;
  /** Allowlists of tools by extension, with the tools' own names. Default: all of them. */
  readonly onlyTools?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * Environment variables that shell commands get although they look like secrets or, in every mode but
   * `auto`, are not well known. Default: none.
   */
  readonly commandVariables?: readonly string[] | undefined;
  /**
   * What happens to shell commands when this process is killed. `continue` (default): they run to their end
   * or deadline. `stop`: they are killed with it; where the system does not support that, opening throws
   * `ConfigError`.
   */
  readonly onCrash?: "continue" | "stop" | undefined;
  /**
   * Whether commands also find what the user's login shell finds. `auto`: it is asked for its PATH with the first command.
   * Default `off`.
   */
  readonly loginPath?: "auto" | "off" | undefined;
  /**
   * What background jobs of the shell do when the agent is closed. Those of subagents always end with them. Default `end`.
   */
  readonly jobs?: "end" | "keep" | undefined;
  /**
   * Whether shell commands are started from the program of `@skein/launcher`. `auto` (default): where it is installed,
   * and commands do not end with this process.
   */
  readonly launcher?: "auto" | "off" | undefined;
  /**
   * What language servers may be started to report new errors of a file after `edit` and `write`; subagents use those of
   * their root agent. Default: none.
   */
  readonly diagnostics?: DiagnosticsWishes | undefined;
  /** What holds commands of the shell back. Default: nothing, they have this process's rights. */
  readonly sandbox?: SandboxSettings | undefined;
}

/** Which language servers an agent may start, and how long it waits for them. */
type DiagnosticsWishes = Pick<DiagnosticsSettings, "mayRunProject" | "servers" | "timeoutMs">;

/** A server that is configured and switched off. */
export interface DormantServer {
  readonly name: string;
  /** What stands for it in the store of pins. */
  readonly pinKey: string;
  /** Looks up what its settings refer to. Rejects with `ConfigError`. */
  readonly settings: () => Promise<McpSettings>;
}

/** Subagents. */
interface SubagentsSettings {
  /**
   * Subagents that the built-in `subagents` may start. `false`: none, and the built-in is left out. Default:
   * any, without names.
   */
  readonly subagents?: false | SubagentSettings | undefined;
}

/** Prompts. */
interface TextSettings {
  /** How the model writes: in place of, or behind, what the system prompt says of it. Default: as Skein says it. */
  readonly outputStyle?: OutputStyle | undefined;
  /**
   * Files with notes, placed before `system`; they only advise. See `readHints` of `@skein/settings`.
   * Default: none.
   */
  readonly hints?: readonly AgentHint[] | undefined;
  /**
   * Names of hint files below the project's folders that a call touches: read then, and told beside the call's result.
   * Default: none.
   */
  readonly hintNames?: readonly string[] | undefined;
  /** Added to the system prompt, also of subagents. Default: nothing. */
  readonly system?: string | undefined;
  /** Added after that, for this agent only: a recipe's instructions, for example. Default: nothing. */
  readonly instructions?: string | undefined;
  /**
   * Replaces Skein's prompts, part by part; see `readPrompts` of `@skein/settings`. Default:
   * `defaultPrompts`.
   */
  readonly prompts?: Partial<Prompts> | undefined;
  /** Replaces the prompt part `system`. Default: that part. */
  readonly systemReplacement?: string | undefined;
}

/** Session storage. */
interface RecordSettings {
  /** The id of a session to resume, or of a new one. Default: a new id. */
  readonly session?: string | undefined;
  /** Display name. Default: none, or one given by `namer`. */
  readonly name?: string | undefined;
  /** Whether nothing of the project is used, so that clients can show it: other settings leave it out. Default false. */
  readonly restricted?: boolean | undefined;
  /** Default `disk`. `memory`: nothing is written to disk. */
  readonly keep?: "disk" | "memory";
  /**
   * Whether to take checkpoints before calls that may change files, so that they can be undone. Default true.
   * `required`: refuse calls whose files could not all be kept.
   */
  readonly checkpoints?: boolean | "required" | undefined;
  /**
   * The snapshot of a working folder that every machine can make: what differs from it is kept beside the session's
   * journal, so that the files move with the session. Default: they stay on this machine.
   */
  readonly movesFrom?: string | undefined;
  /** Recorded in a new session: the file or title of its recipe. */
  readonly recipe?: string | undefined;
  /** Recorded in a new session: how its recipe was named, for a resume. */
  readonly recipeSource?: RecipeSource | undefined;
  /** Recorded in a new session: the schedule that started it. */
  readonly schedule?: string | undefined;
  /** Recorded in a new session: the git worktree that `cwd` is in. Default: none. */
  readonly worktree?: EntryOf<"session-start">["worktree"] | undefined;
  /**
   * Receives warnings for the user: a server that failed to start, a slow first checkpoint. Default: none.
   */
  readonly warn?: (sentence: string) => void;
}

/** Working folder, limits and checks. */
interface WorkSettings {
  /** Absolute. */
  readonly cwd: string;
  /** Spending limits of all sessions together. Default: none. */
  readonly spending?: LedgerLimits | undefined;
  /** A spending limit that is kept elsewhere, for a share of a queue say. Default: none. */
  readonly sharedLimit?: SpendingLimit | undefined;
  readonly interaction: Interaction;
  /** Default: 1000 turns, 50 repetitions, no time limit. */
  readonly limits?: Partial<RunLimits>;
  /** Schema of the structured output. Default: the result is text. */
  readonly outputSchema?: JsonSchema | undefined;
  /** Checks for the result of the `execute` interaction, and how often to retry. Default: none. */
  readonly retry?: RecipeRetry | undefined;
}

/** An opened agent, and facts about it. */
/** What a command of the user allows in the run that it begins. */
export interface RunNarrowing {
  /** Of the command. */
  readonly name: string;
  /** Permission rules: a call that none of them covers is denied. */
  readonly tools: readonly string[];
}

export interface OpenAgent {
  readonly agent: Agent;
  /** Tool names as the model sees them, sorted. */
  readonly tools: readonly string[];
  /** What it has tools of. The user picks from their prompts and resources. */
  readonly extensions: readonly Extension[];
  /** What holds its commands back. */
  readonly sandbox: SandboxTierInForce;
  readonly jobs: AgentJobs;
  readonly attachFile: AttachFile;
  readonly attachResource: AttachResource;
  readonly fillPrompt: FillPrompt;
  /**
   * Has only these tools be used in the next run that a message begins, by permission rules, to its end and across a crash.
   * To be called between runs. `undefined` without the built-in `skills`.
   */
  readonly narrowNextRun: ((narrowing: RunNarrowing) => Promise<void>) | undefined;
  /** What the session was worth learning, for the user to decide on; `undefined` where that is not wanted. Never rejects. */
  readonly proposeMemories: ((signal: AbortSignal) => Promise<readonly ProposedMemory[]>) | undefined;
}
