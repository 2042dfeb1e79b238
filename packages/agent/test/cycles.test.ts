import { describe, expect, it } from "vitest";
import { createCycles } from "../src/loop/cycles.ts";

/** How many replies a cycle of this length makes before it is stopped; each has one call of its own. */
function repliesOf(length: number, resultOf: (reply: number) => string, perReply = 1): number {
  const cycles = createCycles(50);
  for (let reply = 0; reply < 5000; reply++) {
    const calls = Array.from({ length: perReply }, (_, at) => `call ${reply % length}.${at}`);
    if (cycles.add(calls) !== undefined) return reply;
    cycles.end(resultOf(reply % length === 0 ? reply : 0));
  }
  return 5000;
}

describe("a cycle of replies", () => {
  it.each([2, 3, 5, 8])("of length %i stops after 50 rounds when its results are the same", (length) => {
    expect(repliesOf(length, () => "done")).toBe(50 * length);
  });

  it.each([2, 3, 5, 8])("of length %i goes on for 100 rounds when results differ", (length) => {
    expect(repliesOf(length, String)).toBe(100 * length);
  });

  it("of one reply counts when it has several calls; one call is left to the limit of calls", () => {
    expect(repliesOf(1, () => "done", 3)).toBe(50);
    expect(repliesOf(1, String, 3)).toBe(100);
  });

  it("longer than eight replies is none", () => {
    expect(repliesOf(9, () => "done")).toBe(5000);
  });

  it("begins again where another call comes in between", () => {
    const cycles = createCycles(50);
    for (let reply = 0; reply < 3000; reply++) {
      expect(cycles.add([reply % 90 === 89 ? `other ${reply}` : `call ${reply % 2}`])).toBeUndefined();
      cycles.end("done");
    }
  });
});
