import type { AttemptModel, ContextPlan, ContextView, CompactionStrategy } from "@skein/protocol";
import { ConfigError } from "@skein/protocol";

/** A custom strategy. A plan that breaks a rule (see `planProblems`), or an error, is replaced by `summarize`. */
export type Strategy = (need: ContextNeed, signal: AbortSignal) => Promise<ContextPlan>;

export interface ContextNeed {
  readonly view: ContextView;
  /** Tokens now, and the target. */
  readonly used: number;
  readonly target: number;
  /** The plan of a named strategy. */
  plan(strategy: Exclude<CompactionStrategy, "ask">): Promise<ContextPlan>;
}

export interface CompactionOptions {
  /** Share of the context window from which on the conversation is compacted. Default 0.75. */
  readonly threshold?: number;
  /** The same for single models, by their id. */
  readonly thresholds?: Readonly<Record<string, number>>;
  /** Share of the context window to compact to, low enough that the prompt cache is seldom invalidated. Default 0.5. */
  readonly target?: number;
  /** Default `summarize`. */
  readonly strategy?: CompactionStrategy | Strategy;
  /** The model that writes summaries. Default: the conversation's own. */
  readonly summariser?: AttemptModel;
  readonly keep?: KeepOptions;
}

export interface KeepOptions {
  /** The last replies, whose results are not shortened before a summary is made. Default 4. */
  readonly turns?: number;
  /** Tools whose results are instructions and stay word for word. Default `skill` and `load_skill`. */
  readonly tools?: readonly string[];
  /** Extensions whose state is part of a summary. Default `todo` and `plan`. */
  readonly states?: readonly string[];
}

export interface CompactionSettings {
  readonly thresholdOf: (model: AttemptModel) => number;
  readonly target: number;
  readonly strategy: CompactionStrategy | Strategy;
  readonly summariser: AttemptModel | undefined;
  readonly keep: Required<KeepOptions>;
}

/** @throws ConfigError `usage` for a share that is not above 0 and at most 1. */
export function settingsOf(options: CompactionOptions): CompactionSettings {
  const { threshold = 0.75, thresholds = {}, target = 0.5, keep = {} } = options;
  for (const [name, part] of Object.entries({ threshold, target, ...thresholds })) {
    if (part > 0 && part <= 1) continue;
    throw new ConfigError(
      "usage",
      `The compaction's ${name} is ${part}, and must be above 0 and at most 1.`,
      {
        hint: "Give a part of the model's window: 0.75 acts when three quarters of it are used.",
      },
    );
  }
  const { turns = 4, tools = ["skill", "load_skill"], states = ["todo", "plan"] } = keep;
  return {
    thresholdOf: ({ id }) => thresholds[id] ?? threshold,
    target,
    strategy: options.strategy ?? "summarize",
    summariser: options.summariser,
    keep: { turns, tools, states },
  };
}
