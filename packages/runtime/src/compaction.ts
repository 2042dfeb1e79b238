import type { Strategy, StrategyName } from "@skein/compaction";
import type { AttemptModel, Compaction } from "@skein/protocol";

export interface CompactionSettings {
  /**
   * What keeps the conversation within the model's window. Default `summarize`; see `StrategyName` of
   * `@skein/compaction`. `false`: nothing does. One of your own is for one agent and its subagents.
   */
  readonly compaction?: false | StrategyName | Strategy | Compaction | undefined;
  /**
   * Part of the model's window at which that is done. Default 0.75; 0: only when somebody asks, or when a request was
   * refused for its length. Has no meaning for a `Compaction` of your own.
   */
  readonly compactAt?: number | undefined;
  /**
   * How long a model that writes a summary may be silent, in milliseconds; then there is none of a model. Default
   * 30,000, and up to twice that for a long request.
   */
  readonly auxiliaryIdleMs?: number | undefined;
}

/** Throws `ConfigError` for a `compactAt` that is no part of a window. */
export async function compactionOf(
  { compaction = "summarize", compactAt }: CompactionSettings,
  summariser: AttemptModel | undefined,
): Promise<Compaction | undefined> {
  if (compaction === false) return undefined;
  if (typeof compaction === "object") return compaction;
  const { createCompaction } = await import("@skein/compaction");
  const made = createCompaction({
    strategy: compaction,
    ...(compactAt ? { threshold: compactAt } : {}),
    ...(summariser ? { summariser } : {}),
  });
  return compactAt === 0 ? onlyWhenNeeded(made) : made;
}

function onlyWhenNeeded(compaction: Compaction): Compaction {
  return {
    plan: (view, signal) =>
      view.cause === "before-call" ? Promise.resolve({ entries: [] }) : compaction.plan(view, signal),
  };
}
