import type { Children } from "./children.ts";
import type { Artifact, Effect, ExtensionStatus, Repeat, ResultApp } from "./effects.ts";
import type { ToolFailure } from "./errors/failures.ts";
import type { AppPage } from "./extensions/app-page.ts";
import type { ExtensionJobs } from "./extensions/background-jobs.ts";
import type { JsonObject, JsonSchema, JsonValue } from "./json.ts";
import type { ToolContentPart } from "./messages.ts";
import type { AttemptModel } from "./models/models.ts";
import type { ExtensionRequests, LogLevel } from "./extensions/extension-requests.ts";
import type { ExtensionPrompts, ExtensionResources } from "./extensions/prompts-and-resources.ts";

/** Result of `Tool.check`. */
export type Checked =
  | {
      /** The input is valid. */
      readonly ok: true;
      /**
       * Value that `Tool.call` receives: the input, converted and with
       * defaults.
       */
      readonly value: unknown;
    }
  | {
      /** The input is not valid. */
      readonly ok: false;
      /** One line per problem, for the model. */
      readonly issues: readonly string[];
    };

/**
 * Result of a tool call.
 *
 * @example
 * ```ts
 * const output: ToolOutput = { content: [{ type: "text", text: "3 files changed." }] };
 * ```
 */
export interface ToolOutput {
  /** Content for the model. */
  readonly content: readonly ToolContentPart[];
  /**
   * Result as a JSON value, for programs: part of the event and the journal.
   * The model reads only `content`.
   */
  readonly structured?: JsonValue;
  /** Files that belong to the result. */
  readonly artifacts?: readonly Artifact[];
  /** Page that shows the result, where a user interface supports it. */
  readonly app?: ResultApp;
  /**
   * Sessions of background subagents whose end the content reports: no message
   * reports it again.
   */
  readonly reports?: readonly string[];
}

/**
 * Result or failure of a tool call. A result has `content`, a failure has
 * `kind`: test with `isFailure`.
 */
export type ToolOutcome = ToolOutput | ToolFailure;

/** Services for a tool while a call of it runs. */
export interface ToolContext {
  /** Session id. */
  readonly session: string;
  /** Id of the tool call. Unique in the session. */
  readonly callId: string;
  /**
   * Absolute path of the working folder. Relative paths in inputs are resolved
   * against it.
   */
  readonly cwd: string;
  /** Aborted when the call must end: timeout, interruption, end of the run. */
  readonly signal: AbortSignal;
  /**
   * Reports progress to people who watch. Resets the timeout. Never part of the
   * result.
   */
  readonly progress: (text: string) => void;
  /** Logs for people who search for errors. Absent: no one collects it. */
  readonly log?: (level: LogLevel, message: string) => void;
  /**
   * Absolute path of a folder for this call only, for output files and spilled
   * results. It outlives the process. The first writer creates it. `undefined`:
   * nothing may be stored, and the tool works without it.
   */
  readonly callFolder: string | undefined;
  /**
   * UTF-8 bytes of text that the result may have. A longer result is clipped,
   * and its full text stored in the call's folder. Absent: the context window
   * is unknown.
   */
  readonly outputBytes?: number;
  /** Starts subagents. Absent: there is no session storage for them. */
  readonly children?: Children;
  /**
   * State that the extension stores with the session. Absent: nothing is
   * stored.
   */
  readonly state?: ExtensionState;
  /** Asks the user or the model. Absent: no agent runs the call. */
  readonly requests?: ExtensionRequests;
  /**
   * Restores the redacted secrets of `text` that occur in `content`, also those
   * that another process redacted. Absent where nothing is redacted, and for
   * tools with an unknown effect.
   */
  readonly restoreSecrets?: (text: string, content: string) => string;
  /**
   * Reply of the app to a call of a tool with `isFrontend`. Absent: no app was
   * asked.
   */
  readonly reply?: JsonObject;
}

/** Services for a tool before its call is approved. */
export interface PrecheckContext
  extends
    Pick<ToolContext, "callId" | "cwd" | "signal">,
    Partial<Pick<ToolContext, "session" | "state" | "restoreSecrets">> {
  /**
   * True if a failure, which the model reads, may say what a file contains. A
   * preview always may: it is for people.
   */
  readonly mayQuote: boolean;
}

/**
 * Reason why a call cannot succeed, or else what it would change, as
 * `Question.preview`. `undefined`: nothing to report.
 */
export type PrecheckResult =
  | ToolFailure
  | {
      /** Diff for the person who is asked to approve the call. */
      readonly preview: string;
    }
  | undefined;

/**
 * State that an extension stores with a session. It survives a crash and
 * follows a rewind.
 */
export interface ExtensionState {
  /** Returns the state that is in force. `undefined`: none was written. */
  read(): JsonValue | undefined;
  /** Replaces the state. On disk when the promise resolves. */
  write(state: JsonValue): Promise<void>;
}

/**
 * Tool of an extension. Write one with `defineTool` of `@skein/extension-kit`,
 * which fills in the checks.
 *
 * The agent first calls `forwards` and `check`, then `precheck` before anyone
 * is asked, and `call` once the call is permitted.
 */
export interface Tool {
  /** Name that the model calls. Unique in the session. */
  readonly name: string;
  /**
   * Text that tells the model what the tool does and when to use it. A prompt.
   */
  readonly description: string;
  /** JSON Schema of the input, sent to the model. */
  readonly inputSchema: JsonSchema;
  /**
   * JSON Schema of `ToolOutput.structured`, for programs; not sent to the
   * model. Absent: anything.
   */
  readonly outputSchema?: JsonSchema;
  /**
   * Effect of calls. The author declares it; an untrusted tool's is replaced by
   * `unknown`.
   */
  readonly effect: Effect;
  /**
   * Claims of the tool's server about it, for the person who is asked to
   * approve a call. It decides nothing.
   */
  readonly claims?: string;
  /**
   * Set if calls start subagents, which spend money and act by themselves,
   * whatever `effect` says: `smart_approve` asks first. A permission mode that
   * only allows reading applies to the subagents too, and so allows the call.
   */
  readonly startsAgents?: boolean;
  /**
   * Set if calls propose a plan, `plan` of their input. The user accepts, edits
   * or rejects it, and nothing else permits the call. Accepting it sets the
   * permission mode.
   */
  readonly proposesPlan?: PlanProposal;
  /**
   * Set if calls ask the user `questions` of their input (see `Clarification`)
   * and get the reply's `answers` added to it. Whatever the permissions allow,
   * a call does not run without the user's answers.
   */
  readonly asksUser?: true;
  /**
   * Set if the app runs the calls. A permitted call becomes a question with
   * `frontend`, and the tool makes the result of the reply, which it gets as
   * `ToolContext.reply`.
   */
  readonly isFrontend?: true;
  /**
   * Set if requests to the model are what the call is for: they are permitted
   * with the call.
   */
  readonly asksModel?: true;
  /**
   * Set if calls may take minutes. Served to other clients, such a call is a
   * task if the client can wait for one.
   */
  readonly isLong?: true;
  /**
   * True if a resume may run a call again if its result is missing after a
   * crash.
   */
  readonly repeat: Repeat;
  /**
   * Set if the definition is not sent to the model: another tool finds it, and
   * forwards calls to it.
   */
  readonly isDeferred?: true;
  /**
   * Set if a run continues without the tool when a provider rejects its
   * definition. Default: the run ends with the error.
   */
  readonly canBeLeftOut?: true;
  /**
   * Set if the model finds or calls deferred tools with it. Not sent if the
   * vendor searches them itself.
   */
  readonly findsDeferred?: true;
  /**
   * Finds the tool that a call means, for a tool that only passes calls on.
   * That one is validated, approved, run and journaled under its own name.
   * `undefined`: the call itself is meant.
   */
  forwards?(input: JsonValue): ForwardedCall | undefined;
  /**
   * Milliseconds without progress after which a call is stopped. Default:
   * 300,000. `Infinity`: no limit but the run's.
   */
  readonly timeoutMs?: number;
  /**
   * Names what a call needs exclusively, such as `file:/a/b`. Calls of one
   * reply that share a name run in the order of the reply, never at the same
   * time.
   */
  resources?(input: JsonValue, cwd: string): readonly string[];
  /** Validates the input. Never throws. `value` is what `call` receives. */
  check(input: JsonValue): Checked;
  /**
   * Checks whether a call can succeed, before anyone is asked to approve it.
   *
   * Must have no effect except on the extension's state, which may record what
   * a failure has told the model. A failure goes to the model instead of the
   * question, a preview into the question. Not called if a rule for
   * `prechecksAs`, or a guarded path, requires approval or denial before the
   * file is read.
   */
  precheck?(value: unknown, context: PrecheckContext): Promise<PrecheckResult>;
  /**
   * Tool of the same extension that reads what `precheck` reads; permission
   * rules for it apply to the precheck. Default: the tool itself.
   */
  readonly prechecksAs?: string;
  /**
   * Runs a call. May throw: the error becomes a `failed` failure that the model
   * reads.
   *
   * @param value - what `check` returned.
   */
  call(value: unknown, context: ToolContext): Promise<ToolOutcome>;
  /**
   * Finds the real outcome of a call. Called once after a crash between intent
   * and result. Waits for the call if it is still running.
   *
   * @returns undefined if the outcome cannot be known.
   */
  recover?(value: unknown, context: ToolContext): Promise<ToolOutcome | undefined>;
}

/** Call that a call of another tool stands for. */
export interface ForwardedCall {
  /** Name of the tool. */
  readonly tool: string;
  /** Input for that tool, not yet validated. */
  readonly input: JsonValue;
}

/** When a plan can be proposed, and what may follow. */
export interface PlanProposal {
  /**
   * Permission mode in which the model plans. In all others a call is denied.
   */
  readonly in: string;
  /**
   * Permission modes to continue in once the plan is accepted; the first is the
   * default.
   */
  readonly next: readonly string[];
}

/** Pages that show results of an extension's tools (MCP Apps). */
export interface ExtensionApps {
  /** Reads a page. Rejects with an `Error` that gives the reason. */
  page(uri: string, signal?: AbortSignal): Promise<AppPage>;
  /**
   * Finds a tool that a page may call.
   *
   * @param name - name on the extension's server, without a prefix.
   * @returns undefined for an unknown tool, or one that pages may not call.
   */
  tool(name: string): Tool | undefined;
}

/**
 * Named set of tools. Built-ins, MCP servers and an app's own object look the
 * same to the agent loop. Write one with `defineExtension` of
 * `@skein/extension-kit`.
 *
 * The agent calls `tools` before the first request, `callTool` for each
 * permitted call, and `close` at the end.
 */
export interface Extension {
  /** Name that is unique in the agent. Permission rules and journals use it. */
  readonly name: string;
  /** Purpose, for people. */
  readonly description?: string;
  /** How to use these tools well. Becomes part of the system prompt. */
  readonly instructions?: string;
  /**
   * Starts servers and other resources, and lists the tools. Throws
   * `ExtensionError`.
   */
  tools(signal?: AbortSignal): Promise<readonly Tool[]>;
  /**
   * Returns what the model should know now, such as a todo list. Sent as
   * dynamic context whenever this text changes. `""`: nothing.
   *
   * @param state - state that the extension stores with the session.
   *   `undefined`: none.
   */
  dynamicContext?(state: JsonValue | undefined): string;
  /**
   * UTF-8 bytes that `dynamicContext` may return. A longer text is clipped.
   * Default: 4,096.
   */
  readonly dynamicContextBytes?: number;
  /**
   * Prompts of the extension. Absent: it has none. An extension that has not
   * started may have them and list nothing.
   */
  readonly prompts?: ExtensionPrompts | undefined;
  /**
   * Resources of the extension. Absent: it has none. An extension that has not
   * started may have them and list nothing.
   */
  readonly resources?: ExtensionResources | undefined;
  /**
   * Pages of the extension. Absent: it has none, or no user interface shows
   * them.
   */
  readonly apps?: ExtensionApps | undefined;
  /**
   * Commands that the extension runs in the background. Absent: it runs none.
   */
  readonly jobs?: ExtensionJobs;
  /**
   * Calls `listener` when `tools` would return something else.
   *
   * @returns a function that removes the listener.
   */
  onChange?(listener: () => void): () => void;
  /** Returns the current status. */
  status(): ExtensionStatus;
  /**
   * Calls `listener` with each new status. Absent: the status never changes by
   * itself.
   *
   * @returns a function that removes the listener.
   */
  onStatus?(listener: (status: ExtensionStatus) => void): () => void;
  /**
   * Finds the tool, validates the input and calls the tool: the only path to a
   * tool. Never throws.
   */
  callTool(name: string, input: JsonValue, context: ToolContext): Promise<ToolOutcome>;
  /** Finds the tool, validates the input and calls `Tool.precheck`. */
  precheckTool?(name: string, input: JsonValue, context: PrecheckContext): Promise<PrecheckResult>;
  /** Finds the tool, validates the input and calls `Tool.recover`. */
  recoverTool?(name: string, input: JsonValue, context: ToolContext): Promise<ToolOutcome | undefined>;
  /**
   * Releases resources of a session whose calls have ended. Absent: the
   * extension has none.
   */
  endSession?(session: string): Promise<void>;
  /** Releases everything that the extension started. May be called twice. */
  close(): Promise<void>;
}

/** Returns true for a failure, false for a result. */
export function isFailure(outcome: ToolOutcome): outcome is ToolFailure {
  return "kind" in outcome;
}

/**
 * Returns the tools that a model brings (see `AttemptModel.tools`). Their type
 * is known only here, because tools depend on models.
 */
export function toolsOfModel({ tools = [] }: Pick<AttemptModel, "tools">): readonly Tool[] {
  return tools as readonly Tool[];
}
