import {
  memoryJournal,
  toolExtension,
  type Ask,
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
  type ModelOptions,
  type Prompt,
  type Redactor,
  type RunHooks,
  type RunLimits,
  type StandardSchema,
  type Tool,
} from "@skein/protocol";
import { askingGate } from "./asking-gate.ts";
import { hideWith, type Hide } from "./hide-secrets.ts";
import { dateAndFolder, plainPrompt } from "./prompt.ts";
import { systemClock } from "./system-clock.ts";

/** What an agent is made of. Only `model` is required. */
export interface AgentParts<Output = unknown> {
  readonly model: AttemptModel;
  /**
   * A stronger model that makes the first calls of a session, 3 by default, and two more whenever `model` fails: two tool
   * calls in a row, or a reply that is no answer. A model chosen with `setModel` ends the arrangement.
   */
  readonly lead?: { readonly model: AttemptModel; readonly turns?: number };
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
  readonly ask?: Ask | "handle";
  readonly hooks?: RunHooks;
  /** Hears of each model that is chosen with `Run.setModel`. */
  readonly onModelChosen?: (model: AttemptModel) => void;
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
  readonly sideSilenceMs?: number;
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

/** A model that begins and helps out, and one that does the rest. */
interface LeadWorker {
  readonly lead: AttemptModel;
  readonly worker: AttemptModel;
  /** How many calls of a session the lead makes first. */
  readonly turns: number;
}

/** `AgentParts` with every default filled in. */
export interface Parts {
  model: AttemptModel;
  mode: string;
  /** `undefined` also when somebody has chosen a model since. */
  pair: LeadWorker | undefined;
  readonly extensions: readonly Extension[];
  readonly system: string;
  readonly output: StandardSchema | undefined;
  readonly interaction: Interaction;
  readonly session: string;
  readonly name: string | undefined;
  readonly child: AgentParts["child"];
  readonly recipe: string | undefined;
  readonly schedule: string | undefined;
  readonly nameFromTask: boolean;
  readonly namer: AttemptModel | undefined;
  readonly journal: JournalStore;
  readonly gate: Gate;
  readonly ask: Ask | "handle" | undefined;
  readonly hooks: RunHooks;
  readonly onModelChosen: (model: AttemptModel) => void;
  readonly redactor: Redactor | undefined;
  readonly hide: Hide;
  readonly checkpoints: Checkpoints | undefined;
  readonly budget: Budget | undefined;
  readonly checks: Checks | undefined;
  readonly compaction: Compaction | undefined;
  readonly sideSilenceMs: number | undefined;
  readonly limits: RunLimits;
  readonly options: ModelOptions;
  readonly cwd: string;
  readonly dynamicContext: DynamicContext;
  readonly prompt: Prompt;
  readonly callFolder: (session: string, callId: string) => string | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
}

const defaultLeadTurns = 3;

export const defaultLimits: RunLimits = { maxTurns: 1000, maxRepetitions: 50 };

export function withDefaults(parts: AgentParts): Parts {
  const ids = parts.ids ?? (() => crypto.randomUUID());
  return {
    model: parts.model,
    mode: parts.mode ?? "custom",
    pair: parts.lead && {
      lead: parts.lead.model,
      worker: parts.model,
      turns: parts.lead.turns ?? defaultLeadTurns,
    },
    extensions: (parts.extensions ?? []).map((part) => ("callTool" in part ? part : toolExtension(part))),
    system: parts.system ?? "",
    output: parts.output,
    interaction: parts.interaction ?? (parts.output ? "execute" : "chat"),
    session: parts.session ?? ids(),
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
    redactor: parts.redactor,
    hide: hideWith(parts.redactor),
    checkpoints: parts.checkpoints,
    budget: parts.budget,
    checks: parts.checks,
    compaction: parts.compaction,
    sideSilenceMs: parts.sideSilenceMs,
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
