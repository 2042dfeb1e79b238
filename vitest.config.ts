import { configDefaults, defineConfig } from "vitest/config";
import shared from "./vitest.shared.ts";

// One project for the whole repository: a project for each package would cost 0.1 s apiece.
export default defineConfig({
  test: {
    ...shared.test,
    globalSetup: ["./tools/checks/own-folders.ts"],
    include: ["{packages/*,apps/*,examples/*,tools/*,tools/campaigns/*}/test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "**/*.e2e.test.ts"],
  },
});
