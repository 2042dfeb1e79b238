import { describe, expect, it } from "vitest";
import { problems, replies } from "../../src/schedules-tool/prompts.ts";

describe("what models read when they schedule", () => {
  it("of what cannot be", () => {
    expect({
      ...problems,
      onlyLooking: problems.onlyLooking("plan"),
      freerMode: problems.freerMode("smart_approve", "auto"),
      freerSchedule: problems.freerSchedule("approve", { name: "news", mode: "auto" }),
      tooMany: problems.tooMany(50),
      notAgreed: problems.notAgreed("/a/tidy.yaml", ["shell: make", "url: https://example.com"]),
      ownServers: problems.ownServers("/a/tidy.yaml", ["git", "web"]),
      badRecipe: problems.badRecipe("/a/tidy.yaml", ["It is empty."]),
    }).toMatchSnapshot();
  });

  it("of what was done", () => {
    const changed = Object.values(replies.changed).map((say) => say("news"));
    expect([replies.none, replies.noDaemon, ...changed]).toMatchSnapshot();
  });
});
