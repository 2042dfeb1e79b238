import { createCompaction, usedTokens } from "../../../packages/compaction/src/index.ts";
import type { Compaction } from "../../../packages/protocol/src/index.ts";

/** Compacts when asked, without a model; shortens old results before the call that follows `makeDue`. */
export function dueElision(): { readonly compaction: Compaction; makeDue(): void } {
  let isDue = false;
  return {
    makeDue() {
      isDue = true;
    },
    compaction: {
      async plan(view, signal) {
        if (view.cause !== "before-call")
          return createCompaction({ strategy: "truncate" }).plan(view, signal);
        if (!isDue) return { entries: [] };
        isDue = false;
        // A window that is just too small, so that shorter results are enough.
        const window = Math.round(usedTokens(view) / 0.82);
        const options = { strategy: "truncate", threshold: 0.81, target: 0.8, keep: { turns: 2 } } as const;
        return createCompaction(options).plan({ ...view, window }, signal);
      },
    },
  };
}
