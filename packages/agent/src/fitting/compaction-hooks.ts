import type { ContextCause, HookEffect, HookEvent } from "@skein/protocol";
import { runHooks } from "../run/call-hooks.ts";
import type { RunNeeds } from "../run/run-scope.ts";

export interface CompactionHooksOptions {
  readonly parts: RunNeeds<never, "hooks" | "redact">["parts"];
  readonly cause: ContextCause;
  readonly wish: string;
  readonly warn: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Hooks around one compaction. */
export interface CompactionHooks {
  /** Called before a model is asked for a summary, and before anything is hidden; hooks are called once. Throws when one refuses. */
  before(): Promise<void>;
  after(summary: string): Promise<void>;
}

export function compactionHooks({
  parts,
  cause,
  wish,
  warn,
  signal,
}: CompactionHooksOptions): CompactionHooks {
  const why = cause === "asked" ? "asked" : "full";
  let allowed: Promise<void> | undefined;

  async function run(event: HookEvent): Promise<HookEffect> {
    const effect = await runHooks({ parts, signal }, event);
    for (const text of effect.notices ?? []) warn(text);
    return effect;
  }

  async function allow(): Promise<void> {
    const { verdict, by, reason } = await run({ type: "before-compaction", cause: why, wish });
    if (verdict === "deny") throw new Error(`the ${by ?? "hook"} refused it${reason ? `: ${reason}` : "."}`);
  }

  return {
    before: () => (allowed ??= allow()),
    async after(summary) {
      await run({ type: "after-compaction", cause: why, summary });
    },
  };
}
