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

/** What a child may be given besides its task. What is absent is as with the parent. */
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
  /** Names of the only tools of those extensions that it has. */
  readonly tools?: readonly string[];
  /** A permission mode on top of the parent's: it can only narrow. */
  readonly mode?: string;
  /** Permission rules on top of the parent's: they can only narrow. */
  readonly rules?: readonly ChildRule[];
  /** What the child's result is to fit; it is then handed over through `final_output`. */
  readonly outputSchema?: JsonSchema;
  /** What a subrecipe's `plan` has to say to `open`, passed on as it is. */
  readonly recipe?: unknown;
}

export interface ChildRule {
  readonly tool: string;
  readonly verdict: Verdict;
}

/** A child to be opened. All of it follows from the call, so that it is the same after a crash. */
export interface ChildSpec extends ChildParts {
  readonly session: string;
  /** For people. */
  readonly name: string;
  /** The call that starts it. */
  readonly callId: string;
  /** 1 for a child of the root agent. */
  readonly depth: number;
  /** What it is told first. `open` builds the agent; it is run with this by whoever has opened it. */
  readonly task: string;
  readonly maxTurns: number;
}

export interface OpenedChild {
  /** Closed by whoever has opened it, and its extensions with it: what is the parent's too must outlive that. */
  readonly agent: Agent;
  /** How far its session had come before: see `foundChild`. Default `new`. */
  readonly found?: FoundChild;
  /** The whole conversation of its session, for calls that want more than its end. */
  messages(): Promise<readonly Message[]>;
}

/** `unfinished`: it has its task, and goes on. */
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
  /** Children of this agent that run at once; others wait for a place. Default 8. */
  readonly maxParallel?: number;
  /** Of the agent that has this extension; 0 for the root, which is the default. */
  readonly depth?: number;
  /** Agents this deep are offered no tools to start others. Default 2: children may have children, these may not. */
  readonly maxDepth?: number;
  /** Turns of a child. Default 25. */
  readonly maxTurns?: number;
  /** The most turns that a call may ask for. Default 200. */
  readonly mostTurns?: number;
  /** Milliseconds of a child's run. Default: as long as it takes. */
  readonly maxTimeMs?: number;
}

/** An agent with a name and a character of its own: see `readAgents`. */
export interface NamedAgent extends ChildParts {
  /** What `agent` of a call and a `@mention` say. */
  readonly name: string;
  /** When to use it, for the model. */
  readonly description: string;
  /** The file that describes it. */
  readonly path?: string;
}

/** A recipe that can be run as a child. */
export interface Subrecipe {
  readonly name: string;
  readonly description: string;
  /** Several calls of it never run at once. Default false. */
  readonly sequential?: boolean;
  readonly parameters: readonly SubrecipeParameter[];
  /** Values the recipe's author has set. A call that sets one of them fails. */
  readonly fixed: Readonly<Record<string, string>>;
  /** Why it can never run, in the model's terms. Absent: it can. */
  readonly unusable?: string;
  /** @param values - what the call gives, and the fixed ones. */
  plan(values: JsonObject, signal: AbortSignal): Promise<SubrecipePlan>;
}

export interface SubrecipeParameter {
  readonly key: string;
  /** A word for the model: `string`, `number`, `select`. */
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
  /** Names of the parent's extensions, so that a wrong one is told at once. Default: `open` judges them. */
  readonly extensions?: readonly string[];
  readonly agents?: readonly NamedAgent[];
  readonly subrecipes?: readonly Subrecipe[];
  /** Makes the ids of sessions. Default: random UUIDs. */
  readonly ids?: Ids;
  /** Milliseconds since the epoch. Default: the system's. */
  readonly now?: () => number;
}
