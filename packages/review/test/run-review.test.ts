import type { JsonValue, RunResult } from "@skein/protocol";
import { expect, it } from "vitest";
import { builtinChecks, parseDiff, runReview, type Change, type Reviewer } from "../src/index.ts";

const diff = "diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-let a = 1;\n+let a = 2;\n";
const change: Change = {
  root: "/srv/shop",
  subject: "the working tree",
  files: parseDiff(diff),
  hidden: [".env"],
  countLines: async () => 1,
};

const finding = (line: number, title: string) => ({
  file: "a.ts",
  line,
  severity: "high",
  title,
  message: "It was 1.",
});

/** A reviewer that gives these outputs, one per task. */
function reviewer(session: string, outputs: readonly JsonValue[], log: string[]): Reviewer {
  const left = [...outputs];
  return {
    session,
    async ask(task) {
      log.push(`${session}: ${task.split("\n", 1)[0]}`);
      return { outcome: "done", output: left.shift(), costUsd: 0.25 } as unknown as RunResult;
    },
    interrupt: (reason) => void log.push(`${session}: ${reason}`),
    close: async () => void log.push(`${session}: closed`),
  };
}

const check = (name: string, tools?: readonly string[]) => ({
  ...builtinChecks[0]!,
  name,
  ...(tools && { tools }),
});

it("asks once more for findings on lines that do not exist, and drops what stays wrong", async () => {
  const log: string[] = [];
  const report = await runReview({
    change,
    checks: [check("bugs")],
    parallel: 1,
    openReviewers: async () => () =>
      reviewer(
        "s1",
        [{ findings: [finding(1, "Wrong"), finding(9, "Lost")] }, { findings: [finding(8, "Lost")] }],
        log,
      ),
    signal: AbortSignal.timeout(5000),
  });
  expect(log).toEqual([
    "s1: # Check: bugs",
    "s1: Some findings are at lines that do not exist:",
    "s1: closed",
  ]);
  expect(report.findings.map(({ title, line }) => [title, line])).toEqual([["Wrong", 1]]);
  expect(report.checks).toEqual([{ name: "bugs", outcome: "done", sessions: ["s1"], costUsd: 0.5 }]);
  expect(report.notes[0]).toContain(".env is kept from the model");
  expect(report.notes[1]).toContain('A finding of bugs was dropped, "Lost"');
});

it("opens a reviewer for each check, with those of its tools that only read", async () => {
  const opened: unknown[] = [];
  await runReview({
    change,
    checks: [check("bugs"), check("names", ["read", "shell"])],
    parallel: 2,
    openReviewers: async (count) => {
      opened.push(count);
      return (wish) => {
        opened.push([wish.check.name, wish.tools]);
        return reviewer(wish.check.name, [{ findings: [] }], []);
      };
    },
    signal: AbortSignal.timeout(5000),
  });
  expect(opened).toEqual([2, ["bugs", ["read", "search", "tree", "analyze"]], ["names", ["read"]]]);
});

it("opens no reviewer after the signal, and refuses less than one at work", async () => {
  const options = {
    change,
    checks: [check("bugs")],
    openReviewers: async () => () => reviewer("s1", [], []),
  };
  const stopped = AbortSignal.abort(new Error("stopped"));
  await expect(runReview({ ...options, parallel: 1, signal: stopped })).rejects.toThrow("stopped");
  const signal = AbortSignal.timeout(5000);
  await expect(runReview({ ...options, parallel: 0, signal })).rejects.toThrow("At least one reviewer");
});
