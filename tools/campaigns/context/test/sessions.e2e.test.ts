import { describe, expect, it } from "vitest";
import { wires } from "../../wires/wires.ts";
import { endpoints } from "../endpoints.ts";
import { holdEndpoint } from "../hold-endpoint.ts";

const wireOf = (name: string) => wires.find((wire) => wire.name === name)!;

describe("a long session in a small window", () => {
  it("of 500 turns is never refused, never stuck, and has all calls answered", async () => {
    const window = 32_000;
    const held = await holdEndpoint({
      wire: wireOf("openai chat"),
      window,
      catalogued: window,
      turns: 500,
      seed: 5,
    });
    expect(held).toMatchObject({ overflows: 0, rejected: [], failed: [], inARow: 1 });
    expect(held.turns).toBeGreaterThanOrEqual(500);
    expect(held.largest).toBeLessThan(window);
    expect(held.compactions).toBeGreaterThan(20);
    expect(held.requests).toBeLessThan(held.turns * 1.2);
  });

  it.each(wires)("is valid for $name", async (wire) => {
    const held = await holdEndpoint({ wire, window: 16_000, catalogued: 16_000, turns: 30, seed: 6 });
    expect(held).toMatchObject({ overflows: 0, rejected: [], failed: [] });
    expect(held.compactions).toBeGreaterThan(2);
  });
});

describe("an endpoint that takes less than is said", () => {
  const cases = endpoints.flatMap((endpoint) =>
    ["anthropic messages", "openai responses"].map((wire) => ({ ...endpoint, wire })),
  );

  it.each(cases)("$name: the session goes on ($wire)", async ({ wire, plan, mostOverflows }) => {
    const held = await holdEndpoint({ ...plan, wire: wireOf(wire), turns: 40, seed: 3 });
    expect(held).toMatchObject({ rejected: [], failed: [] });
    expect(held.turns).toBeGreaterThanOrEqual(40);
    expect(held.overflows).toBeGreaterThan(0);
    expect(held.overflows).toBeLessThanOrEqual(mostOverflows);
    expect(held.inARow).toBeLessThanOrEqual(2);
  });
});
