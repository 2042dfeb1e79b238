import { describe, expect, it } from "vitest";
import { requireAvailable } from "../src/sessions/live/start-run.ts";

describe("how a command has a run begin", () => {
  const first = { text: "", calls: [{ name: "developer__shell", input: {} }] };
  const narrowing = { name: "fix", tools: ["developer__shell"] };
  const narrowNextRun = () => Promise.resolve();

  const usageError = (message: RegExp): unknown =>
    expect.objectContaining({ name: "ConfigError", code: "usage", message: expect.stringMatching(message) });

  it("needs the tools of its first calls", () => {
    expect(() => requireAvailable({ first }, { tools: ["developer__shell"], narrowNextRun })).not.toThrow();
    expect(() => requireAvailable({ first }, { tools: [], narrowNextRun })).toThrow(
      usageError(/needs the tool developer__shell/),
    );
  });

  it("needs an agent that can narrow a run", () => {
    expect(() => requireAvailable({ narrowing }, { tools: [], narrowNextRun })).not.toThrow();
    expect(() => requireAvailable({ narrowing }, { tools: [], narrowNextRun: undefined })).toThrow(
      usageError(/built-in skills/),
    );
  });
});
