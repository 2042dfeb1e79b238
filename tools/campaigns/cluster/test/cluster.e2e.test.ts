import { describe, expect, it } from "vitest";
import { postgresPrograms } from "../../../../packages/test-kit/src/index.ts";
import { entry } from "../../../../apps/cli/test/entry.ts";
import { runCampaign } from "../run-campaign.ts";

describe.skipIf(postgresPrograms() === undefined)("a disturbed cluster (skipped without Postgres)", () => {
  it("brings each run to one end, and makes no command twice", async () => {
    const end = await runCampaign({
      runs: 10,
      seed: 3,
      workers: 3,
      program: entry,
      everyMs: 2_500,
      longestMs: 80_000,
    });
    expect(end.broken).toEqual([]);
    expect(end.done).toBe(10);
    expect(end.kills + end.pauses + end.restarts).toBeGreaterThan(0);
  });
});
