import { expect, it } from "vitest";
import { createAnthropic } from "../src/index.ts";

it("a model says which efforts it takes, and that its cache belongs to one; of unknown ones only that", () => {
  const traits = (id: string) => createAnthropic().model(id).effort;
  expect(traits("claude-opus-4-6")).toEqual({
    levels: ["none", "low", "medium", "high", "max"],
    keepsCache: false,
  });
  expect(traits("claude-opus-5")?.levels).toEqual(["low", "medium", "high", "max"]);
  expect(traits("someone-elses")).toEqual({ levels: undefined, keepsCache: false });
});
