import { describe, expect, it } from "vitest";
import { describeFailure, toolAlias } from "../src/index.ts";

describe("names that other agents have for tools", () => {
  it.each([
    ["Bash", "shell"],
    ["Read", "read"],
    ["TodoWrite", "todo"],
    ["AskUserQuestion", "ask_user"],
    ["retrieve_memories", "look_up_memory"],
    ["Task", "subagent"],
  ])("are known in any case: %s", (foreign, own) => {
    expect([toolAlias(foreign), toolAlias(foreign.toUpperCase())]).toEqual([own, own]);
  });

  it("are unknown otherwise, also where an object has them", () => {
    expect(["constructor", "nonsense", ""].map(toolAlias)).toEqual([undefined, undefined, undefined]);
  });

  it("are explained to a model that calls them, where the tool is there", () => {
    const call = (available: readonly string[]) =>
      describeFailure("Bash", { kind: "unknown-tool", available });
    expect(call(["read", "shell"])).toBe(
      'There is no tool "Bash"; here it is called "shell". Use one of: read, shell.',
    );
    expect(call(["read"])).toBe('There is no tool "Bash". Use one of: read.');
  });
});
