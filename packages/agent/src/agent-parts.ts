import {
  memoryJournal,
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
  type Interaction,
  type JournalStore,
  type Message,
  type ModelOptions,
  type Prompt,
  type Redactor,
  type RunHooks,
  type RunLimits,
  type StandardSchema,
  type Tool,
} from "@skein/protocol";
import { askingGate } from "./defaults/asking-gate.ts";
import { checkMessages } from "./session/check-messages.ts";
import { redactWith, type Redact } from "./session/redact-secrets.ts";
import { dateAndFolder, plainPrompt } from "./defaults/plain-prompt.ts";
import { systemClock } from "./defaults/system-clock.ts";

/** What an agent is made of. Only `model` is required. */
export interface AgentParts<Output = unknown> {
  readonly model: AttemptModel;
  /**
   * A stronger model that makes the first calls of a session, 3 by default, and two more whenever `model` fails: two tool
   * calls in a row, or a reply that is no answer. A model chosen with `setModel` ends the arrangement.
   */
  readonly lead?: { readonly model: AttemptModel; readonly turns?: number };
  /** Tools of the app. Default: none. */
  readonly tools?: readonly Tool[];
  /** Default: none. A single tool counts as an extension of one. */
  readonly extensions?: readonly (Extension | Tool)[];
  /** Added to the system text. */
  readonly system?: string;
  /** Typed result: the model hands it over through the tool `final_output`. */
  readonly output?: StandardSchema<Output>;
  /** Default `execute` when `output` is set, otherwise `chat`. */
  readonly interaction?: Interaction;
  /** The id of a session to go on with, or of a new one. Default: a new id. */
  readonly session?: string;
  /**
   * A conversation that a new session begins with: `messages` of an earlier result, or messages of the app's own. For each
   * call there must be one result in the message after it. A session that exists already is refused as `usage`.
   */
  readonly messages?: readonly Message[];
  /** For people. */
  readonly name?: string;
  /** The session is a subagent's: the call that has started it, for the record. */
  readonly child?: EntryOf<"session-start">["child"];
  /** For the record of a new session: the recipe it runs, and the schedule that has started it. */
  readonly recipe?: string;
  readonly schedule?: string;
  /** Names a session that nobody named after the first words of its first message. Default false. */
  readonly nameFromTask?: boolean;
  /** A small, fast model that names a session without a name, or with one of its first words. Default: none does. */
  readonly namer?: AttemptModel;
  /** Default: in memory. */
  readonly journal?: JournalStore;
  /** Default: tools that only read are allowed, everything else is asked. */
  readonly gate?: Gate;
  /**
   * Who answers questions. Default: nobody, and a question ends the run as `needs-input`. `"handle"`: whoever calls
   * `run.answer`.
   */
  readonly ask?: AskUser | "handle";
  readonly hooks?: RunHooks;
  /** Hears of each model that is chosen with `Run.setModel`. */
  readonly onModelChosen?: (model: AttemptModel) => void;
  /**
   * Gets the events of what happens while no run is on: a new name, a rewind, a late answer. Default: none. A reader of
   * a run may get the last of its events later than these.
   */
  readonly onEventBetweenRuns?: (event: AgentEvent) => void;
  /** Keeps secrets out of the journal, the events and what the model is sent. Default: none. */
  readonly redactor?: Redactor;
  /** Default: files are not kept, and calls cannot be undone. */
  readonly checkpoints?: Checkpoints;
  /** Default: none. */
  readonly budget?: Budget;
  /** What the work of an `execute` interaction is measured by. Default: nothing. */
  readonly checks?: Checks;
  /** Keeps the conversation within the model's window. Default: nothing does. */
  readonly compaction?: Compaction;
  /**
   * How long a model that writes a summary may be silent, in milliseconds; then there is none of a model. Default
   * 30,000, and up to twice that for a long request.
   */
  readonly auxiliaryIdleMs?: number;
  readonly limits?: Partial<RunLimits>;
  /** Sent with every request. What is not set is left to the vendor. */
  readonly options?: ModelOptions;
  /** Absolute; where tools work. Default: the process's folder. */
  readonly cwd?: string;
  /** Words for the journal only; what they mean is the gate's. Default `custom`. */
  readonly mode?: string;
  /** Default: date, folder, and how full the model's context window is, once half of it is used. */
  readonly dynamicContext?: DynamicContext;
  readonly prompt?: Prompt;
  /** A lasting folder for the files of one call. Default: none is kept. */
  readonly callFolder?: (session: string, callId: string) => string;
  readonly clock?: Clock;
  readonly ids?: Ids;
}

/** `AgentParts` with every default filled in, but for what changes while the agent is in use: see `AgentState`. */
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
  readonly schedule: string | undefined;
  readonly nameFromTask: boolean;
  readonly namer: AttemptModel | undefined;
  readonly journal: JournalStore;
  readonly gate: Gate;
  readonly ask: AskUser | "handle" | undefined;
  readonly hooks: RunHooks;
  readonly onModelChosen: (model: AttemptModel) => void;
  readonly onEventBetweenRuns: (event: AgentEvent) => void;
  readonly redactor: Redactor | undefined;
  readonly redact: Redact;
  readonly checkpoints: Checkpoints | undefined;
  readonly budget: Budget | undefined;
  readonly checks: Checks | undefined;
  readonly compaction: Compaction | undefined;
  readonly auxiliaryIdleMs: number | undefined;
  readonly limits: RunLimits;
  readonly options: ModelOptions;
  readonly cwd: string;
  readonly dynamicContext: DynamicContext;
  readonly prompt: Prompt;
  readonly callFolder: (session: string, callId: string) => string | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
}

export const defaultLimits: RunLimits = { maxTurns: 1000, maxRepetitions: 50 };

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
    schedule: parts.schedule,
    nameFromTask: parts.nameFromTask ?? false,
    namer: parts.namer,
    journal: parts.journal ?? memoryJournal(),
    gate: parts.gate ?? askingGate(),
    ask: parts.ask,
    hooks: parts.hooks ?? {},
    onModelChosen: parts.onModelChosen ?? (() => undefined),
    onEventBetweenRuns: parts.onEventBetweenRuns ?? (() => undefined),
    redactor: parts.redactor,
    redact: redactWith(parts.redactor),
    checkpoints: parts.checkpoints,
    budget: parts.budget,
    checks: parts.checks,
    compaction: parts.compaction,
    auxiliaryIdleMs: parts.auxiliaryIdleMs,
    limits: { ...defaultLimits, ...parts.limits },
    options: parts.options ?? {},
    cwd: parts.cwd ?? process.cwd(),
    dynamicContext: parts.dynamicContext ?? dateAndFolder,
    prompt: parts.prompt ?? plainPrompt,
    callFolder: parts.callFolder ?? (() => undefined),
    clock: parts.clock ?? systemClock,
    ids,
  };
}
