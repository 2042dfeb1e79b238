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

export type Checked =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly string[] };

export interface ToolOutput {
  readonly content: readonly ToolContentPart[];
  /** The result as a JSON value, for programs: part of the event and the journal. The model only reads `content`. */
  readonly structured?: JsonValue;
  readonly artifacts?: readonly Artifact[];
  readonly app?: ResultApp;
  /** Sessions of background subagents whose end the content reports: no message reports it again. */
  readonly reports?: readonly string[];
}

/** A result has `content`; a failure has `kind`. */
export type ToolOutcome = ToolOutput | ToolFailure;

export interface ToolContext {
  readonly session: string;
  readonly callId: string;
  /** Absolute. Relative paths in inputs are resolved against it. */
  readonly cwd: string;
  /** Aborted when the call must end: timeout, interruption, end of the run. */
  readonly signal: AbortSignal;
  /** Reports progress to people who watch. Resets the timeout. Never part of the result. */
  readonly progress: (text: string) => void;
  /** Logs for people who look for errors; absent where no one collects it. */
  readonly log?: (level: LogLevel, message: string) => void;
  /**
   * A folder for this call only, which outlives the process, for output files and spilled results. The first writer
   * creates it. `undefined`: nothing may be stored, and the tool works without it.
   */
  readonly callFolder: string | undefined;
  /**
   * UTF-8 bytes of text that the result may have; a longer one is clipped, and its full text stored in the call's
   * folder. Absent when the context window is unknown.
   */
  readonly outputBytes?: number;
  /** For tools that start subagents; absent without session storage for them. */
  readonly children?: Children;
  /** The state that the extension keeps in the session; absent where nothing is kept. */
  readonly state?: ExtensionState;
  /** For tools that ask the user or the model; absent where no agent runs the call. */
  readonly requests?: ExtensionRequests;
  /**
   * Restores the redacted secrets of a text that occur in `content`, also those that were redacted by another process.
   * Absent where nothing is redacted, and for tools with an unknown effect.
   */
  readonly restoreSecrets?: (text: string, content: string) => string;
  /** What the app replied to a call of a tool with `isFrontend`; absent where no app was asked. */
  readonly reply?: JsonObject;
}

/** What a tool may use before its call is approved. */
export interface PrecheckContext
  extends
    Pick<ToolContext, "callId" | "cwd" | "signal">,
    Partial<Pick<ToolContext, "session" | "state" | "restoreSecrets">> {
  /** Whether a failure, which the model reads, may say what a file contains. A preview always may: it is for people. */
  readonly mayQuote: boolean;
}

/** Why a call cannot succeed, or else what it would change, as `Question.preview`; `undefined`: nothing to report. */
export type PrecheckResult = ToolFailure | { readonly preview: string } | undefined;

/** State that an extension keeps in a session. It survives a crash and follows a rewind. */
export interface ExtensionState {
  read(): JsonValue | undefined;
  /** On disk when it resolves. */
  write(state: JsonValue): Promise<void>;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** What `ToolOutput.structured` looks like, for programs; not sent to the model. Absent: anything. */
  readonly outputSchema?: JsonSchema;
  readonly effect: Effect;
  /** What its server claims of it, in words for the person who is asked to approve a call. It decides nothing. */
  readonly claims?: string;
  /**
   * Its calls start subagents, which spend money and act by themselves, whatever `effect` says of the call:
   * `smart_approve` asks first. A permission mode that only allows reading applies to the subagents too, and so
   * allows the call.
   */
  readonly startsAgents?: boolean;
  /**
   * Its calls propose a plan, `plan` of their input: the user accepts, edits or rejects it, and nothing else permits the
   * call. Accepting it sets the permission mode.
   */
  readonly proposesPlan?: PlanProposal;
  /**
   * Its calls ask the user `questions` of their input, see `Clarification`, and get the reply's `answers` added to it.
   * Whatever the permissions allow, a call does not run without the user's answers.
   */
  readonly asksUser?: true;
  /**
   * The app runs its calls: a call that is permitted becomes a question with `frontend`, and the tool makes the result of
   * the reply, which it gets as `ToolContext.reply`.
   */
  readonly isFrontend?: true;
  /** What its calls ask of the model is permitted with the call, since that is what the call is for. */
  readonly asksModel?: true;
  /** Its calls may take minutes: served to other clients, such a call is a task where the client can wait for one. */
  readonly isLong?: true;
  readonly repeat: Repeat;
  /** Its definition is not sent to the model: another tool finds it, and forwards calls to it. */
  readonly isDeferred?: true;
  /** Whether a run continues without it when a provider rejects its definition. Default: the run ends with the error. */
  readonly canBeLeftOut?: true;
  /** The model finds or calls deferred tools by it. It is not sent where the vendor searches them itself. */
  readonly findsDeferred?: true;
  /**
   * For a tool that only passes calls on: the tool that a call of it means. That one is validated, approved, run and
   * journaled under its own name. `undefined`: the call itself is meant.
   */
  forwards?(input: JsonValue): ForwardedCall | undefined;
  /**
   * Milliseconds without progress after which a call is stopped. Default 300,000. `Infinity`: no limit but the run's.
   */
  readonly timeoutMs?: number;
  /**
   * Names of what a call needs exclusively, `file:/a/b` for example. Calls of one reply that share a name run one
   * after the other, in the model's order.
   */
  resources?(input: JsonValue, cwd: string): readonly string[];
  /** Validates the input. Never throws. `value` is what `call` receives. */
  check(input: JsonValue): Checked;
  /**
   * Checks whether a call can succeed, before anyone is asked to approve it, and has no effect but on the state that
   * the extension keeps, which may record what a failure has told the model. A failure goes to
   * the model instead of the question, a preview into the question. Not called where a rule for `prechecksAs`, or a
   * guarded path, requires approval or denial before the file is read.
   */
  precheck?(value: unknown, context: PrecheckContext): Promise<PrecheckResult>;
  /**
   * The tool of the same extension that reads what `precheck` reads; permission rules for it apply to the precheck.
   * Default: the tool itself.
   */
  readonly prechecksAs?: string;
  /** May throw: the error becomes a `failed` failure that the model reads. */
  call(value: unknown, context: ToolContext): Promise<ToolOutcome>;
  /**
   * Called once after a crash between intent and result. Returns the real outcome, waiting for it if it is still
   * under way; `undefined` when it cannot be known.
   */
  recover?(value: unknown, context: ToolContext): Promise<ToolOutcome | undefined>;
}

/** A call that a call of another tool stands for. */
export interface ForwardedCall {
  /** Name of the tool. */
  readonly tool: string;
  readonly input: JsonValue;
}

/** When a plan can be proposed, and what may follow. */
export interface PlanProposal {
  /** The permission mode in which the model plans; in all others a call is denied. */
  readonly in: string;
  /** Permission modes to continue in once the plan is accepted; the first is the default. */
  readonly next: readonly string[];
}

/** Pages that show results of an extension's tools, as MCP Apps has them. Only where a face can show them. */
export interface ExtensionApps {
  /** Rejects with an `Error` that says why. */
  page(uri: string, signal?: AbortSignal): Promise<AppPage>;
  /**
   * A tool that a page may call.
   *
   * @param name - the server's own. @returns `undefined` for one that is not there, or that pages may not call.
   */
  tool(name: string): Tool | undefined;
}

/** A named set of tools. Built-ins, MCP servers and an app's own object look the same to the agent loop. */
export interface Extension {
  readonly name: string;
  readonly description?: string;
  /** How to use these tools well; becomes part of the system prompt. */
  readonly instructions?: string;
  /** Starts servers and other resources. Throws `ExtensionError`. */
  tools(signal?: AbortSignal): Promise<readonly Tool[]>;
  /**
   * What the model should know now, such as a todo list: sent as dynamic context whenever this text changes. `""`:
   * nothing.
   *
   * @param state - the state that the extension keeps in the session.
   */
  dynamicContext?(state: JsonValue | undefined): string;
  /** UTF-8 bytes that `dynamicContext` may return; a longer text is clipped. Default 4,096. */
  readonly dynamicContextBytes?: number;
  /** Absent: it has none. One that has not started may have them and list nothing. */
  readonly prompts?: ExtensionPrompts | undefined;
  /** The same. */
  readonly resources?: ExtensionResources | undefined;
  /** Absent: it has none, or no face shows them. */
  readonly apps?: ExtensionApps | undefined;
  /** Commands that it runs in the background. */
  readonly jobs?: ExtensionJobs;
  /** Calls back when `tools` would return something else. Returns a function that removes the listener. */
  onChange?(listener: () => void): () => void;
  status(): ExtensionStatus;
  /** Calls back with each new status; absent where it never changes by itself. Returns a function that removes the listener. */
  onStatus?(listener: (status: ExtensionStatus) => void): () => void;
  /** Finds the tool, validates the input and calls it: the only path to a tool. Never throws. */
  callTool(name: string, input: JsonValue, context: ToolContext): Promise<ToolOutcome>;
  /** The same for `Tool.precheck`. */
  precheckTool?(name: string, input: JsonValue, context: PrecheckContext): Promise<PrecheckResult>;
  /** The same for `Tool.recover`. */
  recoverTool?(name: string, input: JsonValue, context: ToolContext): Promise<ToolOutcome | undefined>;
  /** Releases what it keeps for a session whose calls have ended; absent where it keeps nothing. */
  endSession?(session: string): Promise<void>;
  /** Releases everything it started. May be called twice. */
  close(): Promise<void>;
}

export function isFailure(outcome: ToolOutcome): outcome is ToolFailure {
  return "kind" in outcome;
}

/** The tools that a model brings; their type is named here and not there, because tools know of models. */
export function toolsOfModel({ tools = [] }: Pick<AttemptModel, "tools">): readonly Tool[] {
  return tools as readonly Tool[];
}
