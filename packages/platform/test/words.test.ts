import { describe, expect, it } from "vitest";
import { nearestWord } from "@skein/platform/words";

const words = ["auto", "approve", "smart_approve", "maxTurns", "provider"];

describe("the nearest word", () => {
  it.each([
    ["atuo", "auto"],
    ["aproove", "approve"],
    ["smartApprove", "smart_approve"],
    ["MAX-TURNS", "maxTurns"],
    ["max_turn", "maxTurns"],
    ["provider", "provider"],
  ])("to %s is %s", (word, nearest) => {
    expect(nearestWord(word, words)).toBe(nearest);
  });

  it.each(["", "zzz", "x".repeat(1000)])("to %j is none", (word) => {
    expect(nearestWord(word, words)).toBeUndefined();
  });
});
