import { createCompaction } from "../../../packages/compaction/src/index.ts";
import type { Compaction, ContextPlan } from "../../../packages/protocol/src/index.ts";

/** Replies that are left alone. */
const mostReplies = 1;

/** Has a model sum up what came before whenever there is more than one reply, as if somebody had asked for it. */
export function eagerCompaction(): Compaction {
  const compaction = createCompaction();
  return {
    async plan(view, signal): Promise<ContextPlan> {
      const replies = view.entries.filter(({ kind }) => kind === "assistant-message");
      if (replies.length <= mostReplies) return { entries: [] };
      return compaction.plan({ ...view, cause: "asked" }, signal);
    },
  };
}
