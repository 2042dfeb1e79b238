import { defineConfig } from "vitest/config";
import shared from "./vitest.shared.ts";

/** The tests that lack runs, as a pattern of their names. */
const tests = process.env["SKEIN_FUZZ_TESTS"];

/** Property tests with more runs and random seeds: `npm run fuzz`. */
export default defineConfig({
  test: {
    ...shared.test,
    include: ["{packages/*,apps/*,examples/*,tools/*,tools/campaigns/*}/test/**/*.test.ts"],
    // Against those that hang, not for speed.
    testTimeout: 1_800_000,
    ...(tests !== undefined && tests !== "" && { testNamePattern: tests }),
  },
});
