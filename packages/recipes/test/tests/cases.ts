import { readTests } from "../../src/tests/read/read-tests.ts";
import type { Observed } from "../../src/tests/observed.ts";
import type { TestCase } from "../../src/tests/test-case.ts";

export const file = "/project/review.test.yaml";

/** The cases of a text that must be right. */
export async function casesOf(text: string): Promise<readonly TestCase[]> {
  const { problems, cases } = await readTests({ text, file });
  if (problems.length > 0) throw new Error(JSON.stringify(problems, undefined, 1));
  return cases;
}

/** One case whose `expect` is this text, from line 5 on. */
export async function expecting(expect: string): Promise<TestCase> {
  const head = "recipe: review.yaml\nmodel:\n  turns: []\nexpect:\n";
  const [test] = await casesOf(head + expect.replaceAll(/^/gm, "  "));
  return test!;
}

export const observed: Observed = {
  outcome: "done",
  text: "All is well.",
  output: { verdict: "ok", items: [{ name: "a", tags: ["x", "y"] }], score: 3 },
  turns: 2,
  usage: { input: 100, output: 20, cacheRead: 5 },
  costUsd: 0.01,
  calls: [
    { tool: "read", input: { path: "a.txt", from: 1 }, verdict: "allow", result: "hello", failed: false },
    { tool: "shell", input: { command: "ls -la" }, verdict: "deny", result: "denied", failed: true },
  ],
  files: { "out.txt": "one\ntwo\n" },
  prompt: "You review.\n\nReview a.txt",
};
