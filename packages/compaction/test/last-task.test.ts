import { createTranscript, extractText, type Entry } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { sampleSession, viewOf, withPlan } from "../src/conformance/index.ts";
import { createCompaction, estimateTokens } from "../src/index.ts";

const big = `${"some output of a command\n".repeat(100)}end`;

/** A session that asks for a fix, then a message from `from`, then works on. */
function session(from: "user" | "steer" | "hook" | "agent"): readonly Entry[] {
  const work = (turns: number) => Array.from({ length: turns }, () => ({ said: "Step.", results: [big] }));
  return sampleSession([...work(8), { user: "Fix it." }, ...work(8), { user: "Go on." }, ...work(9)]).map(
    (entry) =>
      entry.kind === "user-message" && extractText(entry.content) === "Go on." ? { ...entry, from } : entry,
  );
}

describe("the message that stays in place", () => {
  it.each([
    ["user", "Go on."],
    ["steer", "Go on."],
    ["hook", "Go on."],
    ["agent", "Fix it."],
  ] as const)("when the last is from %s is %j", async (from, last) => {
    const journal = session(from);
    const window = Math.floor(estimateTokens(viewOf(journal).request) / 0.9);
    const view = viewOf(journal, { window });
    const plan = await createCompaction({ strategy: "clear" }).plan(view, new AbortController().signal);
    const after = createTranscript(withPlan(journal, plan)).messages();
    const inPlace = after.flatMap(({ role, content }) => (role === "user" ? [extractText(content)] : []));
    expect(inPlace.filter((text) => text === "Go on." || text === "Fix it.")).toEqual([last]);
  });
});
