import { describe, expect, it } from "vitest";
import { createRepetitions } from "../src/loop/repetitions.ts";

/** How many calls are made before one is too many. */
function callsMade(perReply: number, resultOf: (call: number) => string | undefined): number {
  const repetitions = createRepetitions(50);
  for (let made = 0; made < 1000; made += perReply) {
    const beyond = repetitions.add(Array.from({ length: perReply }, () => "look"));
    if (beyond) return made + beyond.at;
    repetitions.end(Array.from({ length: perReply }, (_, at) => resultOf(made + at)));
  }
  return 1000;
}

describe("one call, over and over", () => {
  it.each([
    ["that ends the same", () => "done", 50],
    ["that ends otherwise each time", String, 100],
    ["whose results come in turns", (at: number) => String(at % 2), 100],
    ["that ends the same from the 31st on", (at: number) => (at < 30 ? String(at) : "done"), 80],
    ["that ends otherwise once in 40", (at: number) => String(Math.floor(at / 40)), 100],
    ["whose results are not known", () => undefined, 50],
  ] as const)("%s: stops after %3$i times, one to a reply and several", (_, resultOf, times) => {
    expect([1, 2, 5].map((perReply) => callsMade(perReply, resultOf))).toEqual([times, times, times]);
  });

  it("in one reply stops at the limit: none of them has a result yet", () => {
    const repetitions = createRepetitions(50);
    expect(repetitions.add(Array.from({ length: 51 }, () => "look"))).toEqual({ at: 50, limit: 50 });
  });

  it("begins again where another call comes in between", () => {
    const repetitions = createRepetitions(50);
    for (let reply = 0; reply < 500; reply++) {
      expect(repetitions.add([reply % 50 === 49 ? "other" : "look"])).toBeUndefined();
      repetitions.end(["done"]);
    }
  });
});
