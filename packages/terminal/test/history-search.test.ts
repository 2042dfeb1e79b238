import { expect, it } from "vitest";
import { createHistorySearch } from "../src/index.ts";

it("goes from prompt to older prompt that contains what was typed, and starts again when something else is", () => {
  const search = createHistorySearch(["fix the test", "write docs", "Fix the lint", "fix the test", "other"]);
  expect(search.older("fix")).toBe("fix the test");
  expect(search.older("fix the test")).toBe("Fix the lint");
  expect(search.older("Fix the lint")).toBe("fix the test");
  expect(search.older("fix the test")).toBeUndefined();
  expect(search.older("docs")).toBe("write docs");
  expect(search.older("nothing like it")).toBeUndefined();
  expect(search.older("")).toBe("fix the test");
});
