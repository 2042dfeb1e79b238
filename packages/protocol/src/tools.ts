import type { ToolFailure } from "./failures.ts";
import type { JsonSchema, JsonValue } from "./json.ts";
import type { ToolContentPart } from "./messages.ts";

/** What a tool does to the world. Said by its author and never believed of strangers: for those it is `unknown`. */
export type Effect = "reads" | "writes" | "runs" | "unknown";

/** Whether a call whose outcome is unknown may simply be made again. */
export type Repeat = "safe" | "once";

export type Checked =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly string[] };

export interface Artifact {
  /** Absolute path of a file that holds the whole of what was clipped, or of what was made. */
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: number;
}

export interface ToolOutput {
  readonly content: readonly ToolContentPart[];
  readonly artifacts?: readonly Artifact[];
}

/** A result has `content`; a failure has `kind`. */
export type ToolOutcome = ToolOutput | ToolFailure;

export interface ToolContext {
  readonly session: string;
  readonly callId: string;
  /** Absolute. Relative paths in inputs start here. */
  readonly cwd: string;
  /** Aborted when the call must end: time-out, interruption, end of the run. */
  readonly signal: AbortSignal;
  /** Text for people who watch. Resets the time-out. Never part of the result. */
  readonly progress: (text: string) => void;
  /**
   * A folder that outlives this process and belongs to this call alone, for output files and spilled results. It is
   * made by whoever writes to it first. `undefined`: nothing may be kept, the tool works without.
   */
  readonly callFolder: string | undefined;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly effect: Effect;
  readonly repeat: Repeat;
  /** Milliseconds without progress after which a call is stopped. Default 300,000. */
  readonly timeoutMs?: number;
  /** Names of what a call needs alone, `file:/a/b` say. Calls of one reply that share a name queue in the model's order. */
  resources?(input: JsonValue, cwd: string): readonly string[];
  /** Never throws. `value` is what `call` gets. */
  check(input: JsonValue): Checked;
  /** May throw: that becomes a `failed` the model reads. */
  call(value: unknown, context: ToolContext): Promise<ToolOutcome>;
  /**
   * Asked once after a crash between intent and result: the real outcome, waited for if it is still on its way;
   * `undefined` when it cannot be known.
   */
  recover?(value: unknown, context: ToolContext): Promise<ToolOutcome | undefined>;
}

export type ExtensionStatus =
  | { readonly state: "idle" | "starting" | "ready" | "closed" }
  | { readonly state: "failed"; readonly message: string };

/** A named set of tools. A built-in, an MCP server and an app's own object are the same thing to the loop. */
export interface Extension {
  readonly name: string;
  readonly description?: string;
  /** What the model should know to use these tools well; becomes part of the system text. */
  readonly instructions?: string;
  /** Starts what must be started. Throws `ExtensionError`. */
  tools(signal?: AbortSignal): Promise<readonly Tool[]>;
  /** Calls back when `tools` would now answer differently. Returns the function that ends it. */
  onChange?(listener: () => void): () => void;
  status(): ExtensionStatus;
  /** Look-up, check, call: the only path to a tool. Never throws. */
  callTool(name: string, input: JsonValue, context: ToolContext): Promise<ToolOutcome>;
  /** The same path to `Tool.recover`. */
  recoverTool?(name: string, input: JsonValue, context: ToolContext): Promise<ToolOutcome | undefined>;
  /** Ends everything it started. May be called twice. */
  close(): Promise<void>;
}

export function isFailure(outcome: ToolOutcome): outcome is ToolFailure {
  return "kind" in outcome;
}
