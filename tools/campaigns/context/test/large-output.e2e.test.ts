import { expect, it } from "vitest";
import { holdLargeOutput } from "../hold-large-output.ts";

it("five megabytes of output cost little, and any line can be read, also after a compaction", async () => {
  const held = await holdLargeOutput(75_000, 32_000);
  expect(held.outputBytes).toBeGreaterThan(5_000_000);
  expect(held.got).toEqual(held.asked);
  expect(held.sentBytes).toBeLessThan(200_000);
});
