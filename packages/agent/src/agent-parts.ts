import {
  memoryJournal,
  systemClock,
  toolExtension,
  type AgentEvent,
  type AskUser,
  type AttemptModel,
  type Budget,
  type Checkpoints,
  type Checks,
  type Clock,
  type Compaction,
  type DynamicContext,
  type EntryOf,
  type Extension,
  type Gate,
  type Ids,
  type Inspector,
  type Interaction,
  type JournalStore,
  type LogLevel,
  type Message,
  type ModelOptions,
  type OutcomeError,
  type Prompt,
  type RecipeSource,
  type Redactor,
  type RunHooks,
  type RunLimits,
  type StandardSchema,
  type Tool,
} from "@skein/protocol";
import { askingGate } from "./defaults/asking-gate.ts";
import type { Adversary, Judge } from "./judge/judge.ts";
import { checkMessages } from "./session/check-messages.ts";
import { redactWith, type Redact } from "./session/redact-secrets.ts";
import { dateAndFolder, plainPrompt } from "./defaults/plain-prompt.ts";

/** The options of `createAgent`. Only `model` is required. */
export interface AgentParts<Output = unknown> {
  readonly model: AttemptModel;
  /**
   * A stronger model that makes the first calls of a session, 3 by default, and two more whenever `model`
   * fails: after two failed tool calls in a row, or an unusable reply. Choosing a model with `setModel` ends
   * this.
   */
  readonly lead?: { readonly model: AttemptModel; readonly turns?: number };
  /** Tools of the app. Default: none. */
  readonly tools?: readonly Tool[];
  /** Default: none. A single tool counts as an extension of one. */
  readonly extensions?: readonly (Extension | Tool)[];
  /** Added to the system prompt. */
  readonly system?: string;
  /** Schema of the structured output, which the model submits through the tool `final_output`. */
  readonly output?: StandardSchema<Output>;
  /** Default `execute` when `output` is set, otherwise `chat`. */
  readonly interaction?: Interaction;
  /** The id of a session to resume, or of a new one. Default: a new id. */
  readonly session?: string;
  /**
   * The conversation history that a new session starts with: `messages` of an earlier result, or the app's
   * own. Every tool call needs one result in the next message. Throws `usage` for a session that already
   * exists.
   */
  readonly messages?: readonly Message[];
  /** Display name. */
  readonly name?: string;
  /** For a subagent's session: the call that started it, for the record. */
  readonly child?: EntryOf<"session-start">["child"];
  /** Recorded in a new session: the recipe it runs, and the schedule that started it. */
  readonly recipe?: string;
  readonly recipeSource?: RecipeSource;
  readonly schedule?: string;
  /** Recorded in a new session: the git worktree that `cwd` is in. */
  readonly worktree?: EntryOf<"session-start">["worktree"];
  /** Names an unnamed session after the first words of its first message. Default false. */
  readonly nameFromTask?: boolean;
  /** A small, fast model that names the session, unless the user did. Default: none. */
  readonly namer?: AttemptModel;
  /** A small, fast model that answers extensions which ask for one. Default: the model in use. */
  readonly fast?: AttemptModel;
  /** Default: in memory. */
  readonly journal?: JournalStore;
  /** Default: tools that only read are allowed, everything else is asked. */
  readonly gate?: Gate;
  /**
   * Answers approval questions. `"handle"`: the caller of `run.answer`. Default: no one, so that a question
   * ends the run as `needs-input`.
   */
  readonly ask?: AskUser | "handle";
  /** Code of the user that is called at fixed points, and may tighten what the gate decides. Default: none. */
  readonly hooks?: RunHooks;
  /** Look at calls after the gate and the hooks, in this order, and at results. They can only tighten. Default: none. */
  readonly inspectors?: readonly Inspector[];
  /** A model that answers routine approvals in place of a person. Default: none. */
  readonly judge?: Judge;
  /** A model that looks at calls after the inspectors, as one of them. Default: none. */
  readonly adversary?: Adversary;
  /** Called with each model that is chosen with `Run.setModel`. */
  readonly onModelChosen?: (model: AttemptModel) => void;
  /** Called with what `Run.setEffort` has made of `options`. */
  readonly onOptionsChanged?: (options: ModelOptions) => void;
  /**
   * Receives events between runs: a new name, a rewind, a late answer. A reader of a run may get that run's
   * last events after these.
   */
  readonly onEventBetweenRuns?: (event: AgentEvent) => void;
  /** Receives each event of a run when it happens, whoever reads the run; of its subagents too. It must not throw. */
  readonly onEvent?: ((event: AgentEvent) => void) | undefined;
  /** Receives what the tools of extensions log for people who look for errors. Default: nothing is collected. */
  readonly extensionLog?: ExtensionLog;
  /** Redacts secrets in the journal, the events and the requests to the model. Default: none. */
  readonly redactor?: Redactor;
  /** Default: none, so that file changes cannot be undone. */
  readonly checkpoints?: Checkpoints;
  /** Default: none. */
  readonly budget?: Budget;
  /** Checks that the result of an `execute` interaction must pass. Default: none. */
  readonly checks?: Checks;
  /** Keeps the conversation within the model's context window. Default: none. */
  readonly compaction?: Compaction;
  /**
   * Idle timeout, in milliseconds, of a model that writes a summary; after it, compaction does without that
   * model. Default 30,000, up to 60,000 for a long request.
   */
  readonly auxiliaryIdleMs?: number;
  readonly limits?: Partial<RunLimits>;
  /** Ends a run as `limit` before the process runs out of memory. Default: none. */
  readonly watchMemory?: WatchMemory;
  /** Sent with every request, until `Run.setEffort` changes the effort. Options that are not set are left to the vendor. */
  readonly options?: ModelOptions;
  /** Working folder of the tools, absolute. Default: `process.cwd()`. */
  readonly cwd?: string;
  /** Name of the permission mode, for the journal only; the gate gives it meaning. Default `custom`. */
  readonly mode?: string;
  /** For the journal only: the sandbox tier in force. Default: not recorded. */
  readonly sandbox?: string;
  /** Default: date, folder, and, once half of it is used, how full the context window is. */
  readonly dynamicContext?: DynamicContext;
  readonly prompt?: Prompt;
  /** A persistent folder for the files of one call. Default: none. */
  readonly callFolder?: (session: string, callId: string) => string;
  readonly clock?: Clock;
  readonly ids?: Ids;
}

/** `AgentParts` with every default filled in. What changes during use is in `AgentState`. */
export interface CompleteParts {
  readonly extensions: readonly Extension[];
  readonly system: string;
  readonly output: StandardSchema | undefined;
  readonly interaction: Interaction;
  readonly session: string;
  readonly messages: readonly Message[] | undefined;
  readonly name: string | undefined;
  readonly child: AgentParts["child"];
  readonly recipe: string | undefined;
  readonly recipeSource: RecipeSource | undefined;
  readonly schedule: string | undefined;
  readonly worktree: AgentParts["worktree"];
  readonly sandbox: string | undefined;
  readonly nameFromTask: boolean;
  readonly namer: AttemptModel | undefined;
  readonly fast: AttemptModel | undefined;
  readonly journal: JournalStore;
  readonly gate: Gate;
  readonly ask: AskUser | "handle" | undefined;
  readonly hooks: RunHooks;
  readonly inspectors: readonly Inspector[];
  readonly judge: Judge | undefined;
  readonly adversary: Adversary | undefined;
  readonly onModelChosen: (model: AttemptModel) => void;
  readonly onOptionsChanged: (options: ModelOptions) => void;
  readonly onEventBetweenRuns: (event: AgentEvent) => void;
  readonly onEvent: ((event: AgentEvent) => void) | undefined;
  readonly extensionLog: ExtensionLog | undefined;
  readonly redactor: Redactor | undefined;
  readonly redact: Redact;
  readonly checkpoints: Checkpoints | undefined;
  readonly budget: Budget | undefined;
  readonly checks: Checks | undefined;
  readonly compaction: Compaction | undefined;
  readonly auxiliaryIdleMs: number | undefined;
  readonly limits: RunLimits;
  readonly watchMemory: WatchMemory | undefined;
  readonly cwd: string;
  readonly dynamicContext: DynamicContext;
  readonly prompt: Prompt;
  readonly callFolder: (session: string, callId: string) => string | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** @param message - as the extension wrote it; it may hold secrets. */
type ExtensionLog = (extension: string, level: LogLevel, message: string) => void;

/**
 * Begins to watch. @returns a function that ends it.
 *
 * @param low - called at most once, with the error to end the run with.
 */
export type WatchMemory = (low: (error: OutcomeError) => void) => () => void;

const noHooks: RunHooks = { has: () => false, run: () => Promise.resolve({}) };

const defaultLimits: RunLimits = { maxTurns: 1000, maxRepetitions: 50 };

export function withDefaults(parts: AgentParts): CompleteParts {
  const ids = parts.ids ?? (() => crypto.randomUUID());
  return {
    extensions: [...(parts.tools ?? []), ...(parts.extensions ?? [])].map((part) =>
      "callTool" in part ? part : toolExtension(part),
    ),
    system: parts.system ?? "",
    output: parts.output,
    interaction: parts.interaction ?? (parts.output ? "execute" : "chat"),
    session: parts.session ?? ids(),
    messages: parts.messages && checkMessages(parts.messages),
    name: parts.name,
    child: parts.child,
    recipe: parts.recipe,
    recipeSource: parts.recipeSource,
    schedule: parts.schedule,
    worktree: parts.worktree,
    sandbox: parts.sandbox,
    nameFromTask: parts.nameFromTask ?? false,
    namer: parts.namer,
    fast: parts.fast,
    journal: parts.journal ?? memoryJournal(),
    gate: parts.gate ?? askingGate(),
    ask: parts.ask,
    hooks: parts.hooks ?? noHooks,
    inspectors: parts.inspectors ?? [],
    judge: parts.judge,
    adversary: parts.adversary,
    onModelChosen: parts.onModelChosen ?? (() => undefined),
    onOptionsChanged: parts.onOptionsChanged ?? (() => undefined),
    onEventBetweenRuns: parts.onEventBetweenRuns ?? (() => undefined),
    onEvent: parts.onEvent,
    extensionLog: parts.extensionLog,
    redactor: parts.redactor,
    redact: redactWith(parts.redactor),
    checkpoints: parts.checkpoints,
    budget: parts.budget,
    checks: parts.checks,
    compaction: parts.compaction,
    auxiliaryIdleMs: parts.auxiliaryIdleMs,
    limits: { ...defaultLimits, ...parts.limits },
    watchMemory: parts.watchMemory,
    cwd: parts.cwd ?? process.cwd(),
    dynamicContext: parts.dynamicContext ?? dateAndFolder,
    prompt: parts.prompt ?? plainPrompt,
    callFolder: parts.callFolder ?? (() => undefined),
    clock: parts.clock ?? systemClock,
    ids,
  };
}
