import { describe, expect, it } from "vitest";
import { sampleSession } from "../src/conformance/index.ts";
import { landmarksOf } from "../src/summary/landmarks.ts";
import { textTokens } from "../src/tokens/estimate.ts";

const record = sampleSession([
  { user: "See https://example.org/docs/setup and fix ticket SHOP-142." },
  {
    said: "The cause is in src/checkout/cart-total.ts, since commit 9f8e7d6c5b.",
    results: [
      "request took 412 ms\nTypeError: total is not a function\n  at /srv/app/checkout.mjs",
      "the listener is on port 8443, id 0b5c9c34-8d57-4a7e-9e21-6f0d1a2b3c4d",
    ],
  },
  { results: ["src/checkout/cart-total.ts has 120 lines", "src/other.ts"] },
]);

describe("the index", () => {
  it("names files, commands, errors, ids, links and numbers, and where they stood last", () => {
    expect(landmarksOf(record, 10_000)).toMatchInlineSnapshot(`
      "Files: src/checkout/cart-total.ts [×2, 11]; src/other.ts [12]; /srv/app/checkout.mjs [6]
      Commands: step call_3 [10]; step call_4 [10]; step call_1 [5]; step call_2 [5]
      Errors: TypeError: total is not a function [6]
      Ids: 0b5c9c34-8d57-4a7e-9e21-6f0d1a2b3c4d [7]; 9f8e7d6c5b [5]; SHOP-142 [2]
      Links: https://example.org/docs/setup [2]
      Numbers: has 120 lines [11]; request took 412 ms [6]"
    `);
  });

  it("stays within its tokens", () => {
    for (const budget of [10, 40, 80, 200])
      expect(textTokens(landmarksOf(record, budget))).toBeLessThanOrEqual(budget);
  });

  it("puts the newest and most repeated first", () => {
    const turns = Array.from({ length: 60 }, (_, index) => ({
      results: [`see old/file-${index}.txt and keep/this.md`],
    }));
    const [files = ""] = landmarksOf(sampleSession(turns), 200).split("\n");
    expect(files).toMatch(/^Files: keep\/this\.md \[×60, \d+\]; old\/file-59\.txt \[\d+\]; old\/file-58/);
  });
});
