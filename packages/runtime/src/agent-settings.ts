import type { Agent } from "@skein/agent";
import type { LedgerLimits } from "@skein/budget";
import type { McpSettings } from "@skein/extensions";
import type { PermissionRule } from "@skein/permissions";
import type { AskUser, Extension, Interaction, JsonSchema, ModelOptions, RunLimits } from "@skein/protocol";
import type { AgentHint } from "./prompts/hints-text.ts";
import type { ModelName } from "./models.ts";
import type { Prompts } from "./prompts/default-prompts.ts";
import type { RecipeRetry } from "@skein/recipes";
import type { CompactionSettings } from "./compaction.ts";
import type { Narrowing } from "./recipes/narrowed-gate.ts";
import type { RoleSettings } from "./roles.ts";
import type { SandboxSettings, SandboxTierInForce } from "./sandbox.ts";
import type { SpendingLimit } from "./spending-limit.ts";
import type { SubagentSettings } from "./subagents/subagent-settings.ts";

/** Plain values: what an agent is to be. What has no default must be there. */
export interface AgentSettings
  extends
    ModelSettings,
    RoleSettings,
    CompactionSettings,
    SpendingLimit,
    RightsSettings,
    ToolSettings,
    SubagentsSettings,
    TextSettings,
    RecordSettings,
    WorkSettings {}

/** Who answers. */
interface ModelSettings {
  readonly provider: string;
  readonly model: string;
  /**
   * Who goes on, in order, when the model has no quota, is overloaded or stalls. Their keys are looked up then. Default:
   * nobody.
   */
  readonly fallback?: readonly ModelName[] | undefined;
  /** Tokens of the model's window, where it is not known or should not be used up. Default: what is known of it. */
  readonly contextTokens?: number | undefined;
  /** Sent with every request. What is not set is left to the vendor. */
  readonly options?: ModelOptions;
}

/** What it may do. */
interface RightsSettings {
  readonly mode: string;
  /** Rules for tools; deny beats ask beats allow. Default: none. */
  readonly rules?: readonly PermissionRule[];
  /**
   * What of that the agent does without, whatever mode is set later. Its subagents do without it too. Default: nothing.
   */
  readonly narrow?: Narrowing | undefined;
  /** Who answers questions. Default: nobody, and a question ends the run as `needs-input`. */
  readonly ask?: AskUser | undefined;
}

/** What it has to work with. */
interface ToolSettings {
  /** Names of built-in extensions: `developer`, `todo`, `subagents`, `recall`, `schedules`. */
  readonly builtins: readonly string[];
  /** Milliseconds after which `warn` hears, each time, which extensions are still starting. Default 10,000. */
  readonly slowStartMs?: number | undefined;
  /** Required: when one cannot start, nothing does. Closed with the agent. Default: none. */
  readonly extensions?: readonly Extension[];
  /** MCP servers, started for this agent and ended with it. Required too. Default: none. */
  readonly servers?: readonly McpSettings[];
  /** MCP servers too, without which the run goes on when they cannot start: `warn` is told. Default: none. */
  readonly optionalServers?: readonly McpSettings[];
  /**
   * Names of the only tools it is offered, as the model sees them or as `extension__tool`; its subagents have no others
   * either. Default: all of its extensions.
   */
  readonly tools?: readonly string[] | undefined;
  /** Of an extension, by the name it has here: its only tools, by their own names. Default: all of them. */
  readonly onlyTools?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * Names of variables that commands of the shell get although they look like a secret or, in every mode but `auto`, are
   * not among the well-known ones. Default: none.
   */
  readonly commandVariables?: readonly string[] | undefined;
  /**
   * What commands of the shell do when this process is killed. Default `continue`: to their end or deadline. `stop`:
   * they end with it, at once; where the system cannot do that, opening throws `ConfigError`.
   */
  readonly onCrash?: "continue" | "stop" | undefined;
  /** What holds commands of the shell back. Default: nothing, they have this process's rights. */
  readonly sandbox?: SandboxSettings | undefined;
}

/** Whom it may start. */
interface SubagentsSettings {
  /** What `subagents` of `builtins` starts. `false`: it starts none, and is left out. Default: any, with no names. */
  readonly subagents?: false | SubagentSettings | undefined;
}

/** What it is told. */
interface TextSettings {
  /**
   * Files with notes: see `readHints` of `@skein/settings`. They stand before `system`, and advise only. Default: none.
   */
  readonly hints?: readonly AgentHint[] | undefined;
  /** Added to the system text, also of its subagents. Default: nothing. */
  readonly system?: string | undefined;
  /** Added after that, for this agent alone: what a recipe says, for example. Default: nothing. */
  readonly instructions?: string | undefined;
  /** In place of Skein's own words, part by part: see `readPrompts` of `@skein/settings`. Default: `defaultPrompts`. */
  readonly prompts?: Partial<Prompts> | undefined;
  /** In place of the part `system`, whoever says it. Default: that part. */
  readonly systemReplacement?: string | undefined;
}

/** Where what it does is kept, and under which names. */
interface RecordSettings {
  /** A session to go on with, or the id of a new one. Default: a new id. */
  readonly session?: string | undefined;
  /** For people. Default: none, or one that `namer` finds. */
  readonly name?: string | undefined;
  /** Default `disk`. `memory`: nothing is kept. */
  readonly keep?: "disk" | "memory";
  /**
   * Whether files are kept before calls that may change them, to be able to undo. Default true. `required`: calls of
   * which not everything could be kept are refused.
   */
  readonly checkpoints?: boolean | "required" | undefined;
  /** For the record: the file or the title of the recipe that a new session runs. */
  readonly recipe?: string | undefined;
  /** For the record: the schedule that a new session was started by. */
  readonly schedule?: string | undefined;
  /**
   * Gets sentences for the user: a server that failed to start, a first checkpoint that takes its time. Default: nobody.
   */
  readonly warn?: (sentence: string) => void;
}

/** How it works, and what its work is measured by. */
interface WorkSettings {
  /** Absolute. */
  readonly cwd: string;
  /** What all sessions together may spend. Default: no limit. */
  readonly spending?: LedgerLimits | undefined;
  readonly interaction: Interaction;
  /** Default: 1000 turns, 50 repetitions, any time. */
  readonly limits?: Partial<RunLimits>;
  /** The result must fit it. Default: it is text. */
  readonly outputSchema?: JsonSchema | undefined;
  /** What the work of the `execute` interaction is measured by, and how often it is tried again. Default: nothing. */
  readonly retry?: RecipeRetry | undefined;
}

/** A ready agent, and what can be said of it before it runs. */
export interface OpenAgent {
  readonly agent: Agent;
  /** Names, sorted as the model sees them. */
  readonly tools: readonly string[];
  /** What holds its commands back. */
  readonly sandbox: SandboxTierInForce;
}
