import type { Strategy } from "@skein/compaction";
import type { AttemptModel, Compaction, CompactionStrategy } from "@skein/protocol";
import { loadCompaction } from "./later.ts";

export interface CompactionSettings {
  /**
   * Keeps the conversation within the model's context window. Default `summarize`; see `CompactionStrategy` of
   * `@skein/compaction`. `false`: no compaction. A custom `Compaction` serves one agent and its subagents.
   */
  readonly compaction?: false | CompactionStrategy | Strategy | Compaction | undefined;
  /**
   * Fraction of the context window at which to compact. Default 0.75; 0: only on demand, or when a request
   * was refused for its length. Ignored for a custom `Compaction`.
   */
  readonly compactAt?: number | undefined;
  /**
   * Idle timeout, in milliseconds, of a model that writes a summary; after it, compaction does without that
   * model. Default 30,000, up to 60,000 for a long request.
   */
  readonly auxiliaryIdleMs?: number | undefined;
}

/** Throws `ConfigError` for a `compactAt` outside of 0 to 1. */
export async function compactionOf(
  { compaction = "summarize", compactAt }: CompactionSettings,
  summariser: AttemptModel | undefined,
): Promise<Compaction | undefined> {
  if (compaction === false) return undefined;
  if (typeof compaction === "object") return compaction;
  const { createCompaction } = await loadCompaction();
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
