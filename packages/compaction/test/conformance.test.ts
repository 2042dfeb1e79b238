import { createCompaction } from "../src/index.ts";
import { compactionContract } from "../src/conformance/index.ts";

compactionContract("summarize", () => createCompaction());
compactionContract("truncate", () => createCompaction({ strategy: "truncate" }));
compactionContract("clear", () => createCompaction({ strategy: "clear" }));
compactionContract("ask", () => createCompaction({ strategy: "ask" }));
compactionContract("an own strategy that truncates", () =>
  createCompaction({ strategy: (need) => need.plan("truncate") }),
);
compactionContract("an own strategy that breaks every law", () =>
  createCompaction({
    strategy: () =>
      Promise.resolve({
        entries: [{ kind: "compaction", summary: "", firstKept: -1, pinned: [], receipt: {} }],
      }),
  }),
);
