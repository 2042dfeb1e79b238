import { defineConfig } from "vitest/config";
import { CampaignsFirst } from "./tools/checks/campaigns-first.ts";
import shared from "./vitest.shared.ts";

/** What takes whole campaigns, real servers of others, or a scaffolded package: `npm run test:e2e`. */
export default defineConfig({
  test: {
    ...shared.test,
    include: ["{packages/*,apps/*,examples/*,tools/*,tools/campaigns/*}/test/**/*.e2e.test.ts"],
    // A campaign is one test. Against those that hang, not for speed.
    testTimeout: 300_000,
    expect: { poll: { timeout: 300_000 } },
    hookTimeout: 300_000,
    sequence: { sequencer: CampaignsFirst },
  },
});
