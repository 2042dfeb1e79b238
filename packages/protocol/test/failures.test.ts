import { describe, expect, it } from "vitest";
import { describeFailure, type ToolFailure } from "../src/index.ts";

const failures: readonly ToolFailure[] = [
  { kind: "unknown-tool", available: ["read", "shell"] },
  { kind: "unknown-tool", available: [] },
  { kind: "malformed-input", problem: "cut-off", raw: '{"path":"a' },
  { kind: "malformed-input", problem: "not-json", raw: "{path: a}" },
  { kind: "malformed-input", problem: "not-json", raw: "x".repeat(300) },
  { kind: "invalid-input", issues: ["/path: expected string", "/lines: too small"] },
  { kind: "incomplete-reply", stop: "length" },
  { kind: "incomplete-reply", stop: "refused" },
  { kind: "incomplete-reply", stop: "paused" },
  { kind: "incomplete-reply", stop: "other" },
  { kind: "denied", by: "user", reason: "" },
  { kind: "denied", by: "user", reason: "use pnpm" },
  { kind: "denied", by: "policy", reason: "Plan mode only reads." },
  { kind: "timed-out", afterMs: 300_000, partial: "half\n" },
  { kind: "timed-out", afterMs: 5, partial: "" },
  { kind: "interrupted", started: true, partial: "half" },
  { kind: "interrupted", started: false, partial: "" },
  { kind: "unknown-outcome", partial: "" },
  { kind: "failed", message: "Cannot read a.txt.", hint: "List the folder to find the right name." },
  { kind: "failed", message: "boom" },
];

describe("what the model reads of a failure", () => {
  it("says what happened and what to do next", () => {
    expect(failures.map((failure) => describeFailure("shell", failure)).join("\n---\n")).toMatchSnapshot();
  });
});
