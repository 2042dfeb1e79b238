import type { Agent } from "@skein/agent";
import type { McpSettings } from "@skein/extensions";
import type { PermissionRule } from "@skein/permissions";
import type { Ask, Extension, Interaction, JsonSchema, ModelOptions, RunLimits } from "@skein/protocol";
import type { AgentHint } from "./hints-text.ts";
import type { ModelName } from "./models.ts";
import type { SpendingLimit } from "./spending-limit.ts";

/** Plain values: what an agent is to be. */
export interface AgentSettings extends SpendingLimit {
  readonly provider: string;
  readonly model: string;
  /** Who goes on, in order, when the model has no quota, is overloaded or stalls. Their keys are looked up then. */
  readonly fallback?: readonly ModelName[] | undefined;
  readonly mode: string;
  /** Rules for tools; deny beats ask beats allow. */
  readonly rules?: readonly PermissionRule[];
  /** Absolute. */
  readonly cwd: string;
  readonly interaction: Interaction;
  /** Names of built-in extensions. */
  readonly builtins: readonly string[];
  /**
   * What commands of the shell do when this process is killed. Default `continue`: to their end or deadline. `stop`:
   * they end with it, at once; where the system cannot do that, opening throws `ConfigError`.
   */
  readonly onCrash?: "continue" | "stop" | undefined;
  /** Required: when one cannot start, nothing does. Closed with the agent. */
  readonly extensions?: readonly Extension[];
  /** MCP servers, started for this agent and ended with it. Required too. */
  readonly servers?: readonly McpSettings[];
  /** MCP servers too, without which the run goes on when they cannot start: `warn` is told. */
  readonly optionalServers?: readonly McpSettings[];
  /** Gets sentences for the user: a server that failed to start, a first checkpoint that takes its time. */
  readonly warn?: (sentence: string) => void;
  /** Files with notes: see `readHints` of `@skein/settings`. They stand before `system`, and advise only. */
  readonly hints?: readonly AgentHint[] | undefined;
  /** Added to the system text. */
  readonly system?: string | undefined;
  /** In place of Skein's own system text. */
  readonly systemReplacement?: string | undefined;
  /** A session to go on with, or the id of a new one. */
  readonly session?: string | undefined;
  readonly name?: string | undefined;
  /** A small, fast model that names a session without a name. Default: none does, and none is asked. */
  readonly namer?: ModelName | undefined;
  /** Default `disk`. `memory`: nothing is kept. */
  readonly keep?: "disk" | "memory";
  /** Whether files are kept before calls that may change them, to be able to undo. Default true. */
  readonly checkpoints?: boolean | undefined;
  readonly limits?: Partial<RunLimits>;
  readonly options?: ModelOptions;
  /** The result must fit it. */
  readonly outputSchema?: JsonSchema | undefined;
  readonly ask?: Ask | undefined;
}

/** A ready agent, and what can be said of it before it runs. */
export interface OpenAgent {
  readonly agent: Agent;
  /** Names, sorted as the model sees them. */
  readonly tools: readonly string[];
}
