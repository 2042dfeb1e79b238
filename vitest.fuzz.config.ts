import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import shared from "./vitest.shared.ts";

/** Property tests with more runs and random seeds: `npm run fuzz`. */
export default defineConfig({
  resolve: { alias: { "fast-check": fileURLToPath(new URL("tools/fuzz/fast-check.ts", import.meta.url)) } },
  test: {
    ...shared.test,
    include: ["{packages,apps,examples,tools}/*/test/**/*.test.ts"],
    // Against those that hang, not for speed.
    testTimeout: 1_800_000,
  },
});
