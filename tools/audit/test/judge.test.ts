import { describe, expect, it } from "vitest";
import { judge, readReviews, type Advisory, type Reviews } from "../judge.ts";

const advisory: Advisory = {
  github_advisory_id: "GHSA-aaaa-bbbb-cccc",
  module_name: "made-up",
  severity: "high",
  title: "Reads what it should not",
  findings: [{ version: "1.2.3", paths: ["packages__agent>other>made-up"] }],
};

const reviewed = (review: Partial<Reviews[string]>): Reviews => ({
  "GHSA-aaaa-bbbb-cccc": {
    package: "made-up",
    why: "Skein calls only its parser.",
    until: "2027-03-01",
    ...review,
  },
});

describe("an advisory", () => {
  it.each<[string, Reviews, string]>([
    ["without a review", {}, ""],
    ["whose review has ended", reviewed({ until: "2026-11-29" }), " Its review ended on 2026-11-29."],
    ["reviewed for another package", reviewed({ package: "other" }), ""],
  ])("%s is a problem", (_, reviews, late) => {
    expect(judge([advisory], reviews, "2026-11-30")).toEqual([
      `GHSA-aaaa-bbbb-cccc (high): made-up 1.2.3: Reads what it should not. By packages/agent > other > made-up.${late}`,
    ]);
  });

  it("is none while its review holds, the last day included", () => {
    expect(judge([advisory], reviewed({ until: "2026-11-30" }), "2026-11-30")).toEqual([]);
  });
});

it("names the shortest way to the package, whatever the order in which they are given", () => {
  const paths = ["packages__cli>third>made-up", ".>a>b>made-up", "packages__agent>other>made-up"];
  for (const given of [paths, paths.toReversed()]) {
    const [problem] = judge(
      [{ ...advisory, findings: [{ version: "1.2.3", paths: given }] }],
      {},
      "2026-11-30",
    );
    expect(problem).toContain(" By packages/agent > other > made-up.");
  }
});

it("asks to remove a review of what is no longer installed", () => {
  expect(judge([], reviewed({}), "2026-11-30")).toEqual([
    "GHSA-aaaa-bbbb-cccc concerns nothing that is installed: remove it from tools/audit/reviewed.json.",
  ]);
});

it.each([{ package: "" }, { why: "Fine." }, { until: "some day" }])("refuses the review %o", (part) => {
  expect(() => readReviews(JSON.stringify(reviewed(part)))).toThrow("GHSA-aaaa-bbbb-cccc needs a package");
});
