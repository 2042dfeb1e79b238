import type { Agent } from "@skein/agent";
import type {
  Ids,
  JsonObject,
  JsonSchema,
  JsonValue,
  Message,
  OutcomeError,
  OutcomeName,
  Verdict,
} from "@skein/protocol";

/** Options of a child besides its task. Default: the parent's. */
export interface ChildParts {
  /** Added to the child's system prompt. */
  readonly system?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly temperature?: number;
  readonly maxTurns?: number;
  /** Milliseconds. */
  readonly maxTimeMs?: number;
  /** Names of the parent's extensions; `[]` for none. */
  readonly extensions?: readonly string[];
  /** The only tools of those extensions that it gets. */
  readonly tools?: readonly string[];
  /** A permission mode on top of the parent's: it can only narrow. */
  readonly mode?: string;
  /** Permission rules on top of the parent's: they can only narrow. */
  readonly rules?: readonly ChildRule[];
  /** Output schema of the child's result, which is then returned through `final_output`. */
  readonly outputSchema?: JsonSchema;
  /** Whether it works in a git worktree of its own. Default false. */
  readonly worktree?: boolean;
  /** Data from a subrecipe's `plan` for `open`, passed on unchanged. */
  readonly recipe?: unknown;
}

export interface ChildRule {
  readonly tool: string;
  readonly verdict: Verdict;
}

/** A child to open. All of it follows from the call, so that it is the same after a crash. */
export interface ChildSpec extends ChildParts {
  readonly session: string;
  /** For people. */
  readonly name: string;
  /** The named agent or the subrecipe that it is. Default: neither. */
  readonly type?: string;
  /** The call that starts it. */
  readonly callId: string;
  /** 1 for a child of the root agent. */
  readonly depth: number;
  /** Its first message. `open` creates the agent; the caller of `open` runs it with this. */
  readonly task: string;
  readonly maxTurns: number;
}

export interface OpenedChild {
  /** Closed by the caller of `open`, with its extensions: anything shared with the parent must survive that. */
  readonly agent: Agent;
  /** How far its session had come before: see `foundChild`. Default `new`. */
  readonly found?: FoundChild;
  /** The whole conversation of its session, for calls that want more than its end. */
  messages(): Promise<readonly Message[]>;
  /**
   * Called when its agent has been closed. @returns where its work is, for the model; `undefined`: where everyone's is.
   */
  readonly leave?: () => Promise<string | undefined>;
}

/** `unfinished`: it has its task, and is resumed. */
export type FoundChild = "new" | "unfinished" | FinishedChild;

/** How a child had ended before its parent's process did. */
export interface FinishedChild {
  readonly text: string;
  readonly output?: JsonValue;
  /** Default `done`. */
  readonly outcome?: OutcomeName;
  readonly error?: OutcomeError;
}

/**
 * Opens a child's agent: its session, a gate that narrows the parent's, the parent's budget. May be called again with
 * the same spec after a crash. Throws `SkeinError`, whose message the model reads.
 */
export type OpenChild = (spec: ChildSpec, signal: AbortSignal) => Promise<OpenedChild>;

export interface SubagentLimits {
  /** Children of this agent that run at once; others wait. Default 8. */
  readonly maxParallel?: number;
  /** Children that the agents of one tree may start, which share `started`. Default: no limit. */
  readonly maxInAll?: number;
  /** Depth of the agent that has this extension; 0 for the root, which is the default. */
  readonly depth?: number;
  /** Agents at this depth cannot start others. Default 2: children may have children, those may not. */
  readonly maxDepth?: number;
  /** Turns of a child. Default 25. */
  readonly maxTurns?: number;
  /** The most turns that a call may request. Default 200. */
  readonly mostTurns?: number;
  /** Milliseconds of a child's run. Default: no limit. */
  readonly maxTimeMs?: number;
}

/** A named agent with its own instructions: see `readAgents`. */
export interface NamedAgent extends ChildParts {
  /** The name used in `agent` of a call and in a `@mention`. */
  readonly name: string;
  /** When to use it, for the model. */
  readonly description: string;
  /** The file that defines it. */
  readonly path?: string;
}

/** A recipe that can be run as a child. */
export interface Subrecipe {
  readonly name: string;
  readonly description: string;
  /** Calls of it never run at once. Default false. */
  readonly sequential?: boolean;
  readonly parameters: readonly SubrecipeParameter[];
  /** Values fixed by the recipe's author. A call that sets one of them fails. */
  readonly fixed: Readonly<Record<string, string>>;
  /** Why it cannot run, worded for the model. Absent: it can. */
  readonly unusable?: string;
  /** @param values - those of the call, and the fixed ones. */
  plan(values: JsonObject, signal: AbortSignal): Promise<SubrecipePlan>;
}

export interface SubrecipeParameter {
  readonly key: string;
  /** A type name for the model: `string`, `number`, `select`. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly options?: readonly string[];
}

export type SubrecipePlan =
  | (ChildParts & { readonly task: string; readonly issues?: undefined })
  | { readonly issues: readonly string[] };

export interface SubagentsOptions {
  readonly open: OpenChild;
  readonly limits?: SubagentLimits;
  /** Names of the parent's extensions, so that a wrong one is reported at once. Default: `open` checks them. */
  readonly extensions?: readonly string[];
  readonly agents?: readonly NamedAgent[];
  readonly subrecipes?: readonly Subrecipe[];
  /** Number of children that the tree has started. Shared by its agents, and counted up here. Default: of this agent. */
  readonly started?: { count: number };
  /** Creates session ids. Default: random UUIDs. */
  readonly ids?: Ids;
  /** Milliseconds since the epoch. Default: the system's. */
  readonly now?: () => number;
}
