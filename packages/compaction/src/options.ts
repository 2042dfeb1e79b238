import type { AttemptModel, ContextPlan, ContextView } from "@skein/protocol";
import { ConfigError } from "@skein/protocol";

/**
 * - `summarize`: old results are shortened; when that is not enough, a model writes a summary of what is hidden.
 * - `truncate`: the same without a model: what is hidden is listed, not told.
 * - `clear`: all but the last turns and the user's words goes at once, unlisted.
 * - `ask`: the user is told, and decides; only what does not fit any more is summarized all the same.
 */
export type StrategyName = "summarize" | "truncate" | "clear" | "ask";

/** A way of one's own. What breaks a law (see `planBreaks`), or throws, is replaced by `summarize`. */
export type Strategy = (need: ContextNeed, signal: AbortSignal) => Promise<ContextPlan>;

export interface ContextNeed {
  readonly view: ContextView;
  /** Tokens now, and how many there should be. */
  readonly used: number;
  readonly target: number;
  /** What a named strategy would do. */
  plan(strategy: Exclude<StrategyName, "ask">): Promise<ContextPlan>;
}

export interface CompactionOptions {
  /** Part of the window at which something is done. Default 0.75. */
  readonly threshold?: number;
  /** The same for single models, by their id. */
  readonly thresholds?: Readonly<Record<string, number>>;
  /** Part of the window to come down to, so that the vendor's cache breaks seldom. Default 0.5. */
  readonly target?: number;
  /** Default `summarize`. */
  readonly strategy?: StrategyName | Strategy;
  /** Who writes summaries. Default: the conversation's own model. */
  readonly summariser?: AttemptModel;
  readonly keep?: KeepOptions;
}

export interface KeepOptions {
  /** The last replies with their results, which are not shortened before a summary is made. Default 4. */
  readonly turns?: number;
  /** Tools whose results are instructions: they stay word for word. Default `skill` and `load_skill`. */
  readonly tools?: readonly string[];
  /** Extensions whose state is told in a summary. Default `todo` and `plan`. */
  readonly states?: readonly string[];
}

export interface Settings {
  readonly thresholdOf: (model: AttemptModel) => number;
  readonly target: number;
  readonly strategy: StrategyName | Strategy;
  readonly summariser: AttemptModel | undefined;
  readonly keep: Required<KeepOptions>;
}

/** @throws ConfigError `usage` for a part of the window that is none. */
export function settingsOf(options: CompactionOptions): Settings {
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
