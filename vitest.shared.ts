import { defineConfig } from "vitest/config";

/** Test files share a process: leave no global state behind. */
export default defineConfig({
  test: {
    isolate: false,
    pool: "forks",
    include: ["test/**/*.test.ts"],
    testTimeout: 20_000,
    restoreMocks: true,
  },
});
