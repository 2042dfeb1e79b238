import { describe, expect, it } from "vitest";
import { entry } from "../../../../apps/cli/test/entry.ts";
import { badServers } from "../bad-servers.ts";
import { mostMb, tryServer } from "../try-server.ts";

/** Those that once cost most; `npm run x -- proof mcp-servers` tries all of them. */
const sample = badServers.filter(({ mode }) =>
  ["answers 200 MB and no end of line", "lists 8,000,000 values", "answers 1,000,000 parts"].includes(mode),
);

// Others run beside it, so the limit is a generous one: without bounds it was passed by hundreds of megabytes.
describe.skipIf(process.platform !== "linux").concurrent("the memory that a bad server costs", () => {
  it("is known of many kinds", () => {
    expect(badServers.length).toBeGreaterThanOrEqual(32);
    expect(sample).toHaveLength(3);
  });

  it.each(sample)("is bounded: $mode", async (server) => {
    const { problems, peakMb } = await tryServer(server, entry);
    expect(problems).toEqual([]);
    expect(peakMb).toBeGreaterThan(20);
    expect(peakMb).toBeLessThan(200 + mostMb);
  });
});
