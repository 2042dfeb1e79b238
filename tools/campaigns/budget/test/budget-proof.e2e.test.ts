import fc from "fast-check";
import { checkProperty } from "../../../../packages/property-tests/src/index.ts";
import { describe, expect, it } from "vitest";
import { wires } from "../../wires/wires.ts";
import { casesOf } from "../cases.ts";
import { holdCase } from "../hold-case.ts";

describe("a limit is never passed, and nothing that is billed goes uncharged", () => {
  it.each(wires.map((wire) => [wire.name, wire] as const))("on the wire of %s", async (name, wire) => {
    const sum = { runs: 0, requests: 0, crashes: 0, passed: 0 };
    await checkProperty(
      fc.asyncProperty(casesOf(name), async (held) => {
        const { billed, hasCrashed, broken } = await holdCase(wire, held);
        sum.runs++;
        sum.requests += billed.requests;
        if (hasCrashed) sum.crashes++;
        if (broken.length > 0) sum.passed++;
        expect(broken).toEqual([]);
      }),
      { numRuns: 4 },
    );
    console.log(
      `${name}: ${sum.runs} runs, ${sum.requests} requests, ${sum.crashes} crashes, limit passed: ${sum.passed}`,
    );
    expect(sum.requests).toBeGreaterThan(0);
  });
});
