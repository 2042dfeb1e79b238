import type { Children } from "./children.ts";
import type { Artifact, Effect, ExtensionStatus, Repeat } from "./effects.ts";
import type { ToolFailure } from "./failures.ts";
import type { JsonSchema, JsonValue } from "./json.ts";
import type { ToolContentPart } from "./messages.ts";

export type Checked =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly string[] };

export interface ToolOutput {
  readonly content: readonly ToolContentPart[];
  /** The same as a value, for programs: on the event and in the journal. The model reads `content` alone. */
  readonly structured?: JsonValue;
  readonly artifacts?: readonly Artifact[];
  /** Sessions of subagents in the background whose end the content tells: no message tells it again. */
  readonly reports?: readonly string[];
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
  /**
   * UTF-8 bytes of text that the result may take of the model's window; what is longer is clipped, the whole kept in the
   * call's folder. Absent where the window is not known.
   */
  readonly outputBytes?: number;
  /** For tools that start other agents; absent where nobody keeps journals of them. */
  readonly children?: Children;
  /** What the tool's extension keeps with the session; absent where nobody keeps it. */
  readonly state?: ExtensionState;
}

/** What a tool may know before its call is approved. */
export interface PrecheckContext extends Pick<ToolContext, "callId" | "cwd" | "signal"> {
  /** Whether a failure, which the model reads, may say what a file holds. A preview always may: it is for people. */
  readonly mayQuote: boolean;
}

/** Why a call cannot succeed, or else what it would change, as `Question.preview`; `undefined`: nothing to say. */
export type PrecheckResult = ToolFailure | { readonly preview: string } | undefined;

/** What an extension keeps with a session: it is there again after a crash, and as it was after a rewind. */
export interface ExtensionState {
  read(): JsonValue | undefined;
  /** On disk when it resolves. */
  write(state: JsonValue): Promise<void>;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly effect: Effect;
  /**
   * Its calls start other agents. Whatever `effect` says of the call itself, these spend and act: `smart_approve` asks
   * before it. A mode that lets only reading through holds for them too, so that it lets such a call start.
   */
  readonly startsAgents?: boolean;
  readonly repeat: Repeat;
  /**
   * Milliseconds without progress after which a call is stopped. Default 300,000. `Infinity`: it may take as long as the
   * run does.
   */
  readonly timeoutMs?: number;
  /** Names of what a call needs alone, `file:/a/b` say. Calls of one reply that share a name queue in the model's order. */
  resources?(input: JsonValue, cwd: string): readonly string[];
  /** Never throws. `value` is what `call` gets. */
  check(input: JsonValue): Checked;
  /**
   * Looks, without any effect, whether a call can succeed, before somebody is asked about it. A failure goes to the model
   * in place of the question, a preview into the question. Not called where a rule for `prechecksAs`, or a guarded
   * path, wants a question or a denial before what the call names is read.
   */
  precheck?(value: unknown, context: PrecheckContext): Promise<PrecheckResult>;
  /**
   * The tool of the same extension that reads what `precheck` reads: rules for it hold for the precheck. Default: the
   * tool itself.
   */
  readonly prechecksAs?: string;
  /** May throw: that becomes a `failed` the model reads. */
  call(value: unknown, context: ToolContext): Promise<ToolOutcome>;
  /**
   * Asked once after a crash between intent and result: the real outcome, waited for if it is still on its way;
   * `undefined` when it cannot be known.
   */
  recover?(value: unknown, context: ToolContext): Promise<ToolOutcome | undefined>;
}

/** A named set of tools. A built-in, an MCP server and an app's own object are the same thing to the loop. */
export interface Extension {
  readonly name: string;
  readonly description?: string;
  /** What the model should know to use these tools well; becomes part of the system text. */
  readonly instructions?: string;
  /** Starts what must be started. Throws `ExtensionError`. */
  tools(signal?: AbortSignal): Promise<readonly Tool[]>;
  /**
   * What the model is to know now, a todo list say: told as dynamic context whenever this text has changed. `""`:
   * nothing.
   *
   * @param state - what the extension keeps with the session.
   */
  dynamicContext?(state: JsonValue | undefined): string;
  /** Calls back when `tools` would now answer differently. Returns the function that ends it. */
  onChange?(listener: () => void): () => void;
  status(): ExtensionStatus;
  /** Look-up, check, call: the only path to a tool. Never throws. */
  callTool(name: string, input: JsonValue, context: ToolContext): Promise<ToolOutcome>;
  /** The same path to `Tool.precheck`. */
  precheckTool?(name: string, input: JsonValue, context: PrecheckContext): Promise<PrecheckResult>;
  /** The same path to `Tool.recover`. */
  recoverTool?(name: string, input: JsonValue, context: ToolContext): Promise<ToolOutcome | undefined>;
  /** Ends everything it started. May be called twice. */
  close(): Promise<void>;
}

export function isFailure(outcome: ToolOutcome): outcome is ToolFailure {
  return "kind" in outcome;
}
