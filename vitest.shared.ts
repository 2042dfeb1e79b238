import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Test files share a process: leave no global state behind. */
export default defineConfig({
  test: {
    isolate: false,
    pool: "forks",
    // Much of the time is spent waiting for other processes and for time-outs.
    maxWorkers: availableParallelism() + 2,
    include: ["test/**/*.test.ts"],
    // Against tests that hang, not for speed: machines are shared and slow at times.
    testTimeout: 60_000,
    // What a test polls for has no shorter limit of its own.
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
  },
});
