import { describe, expect, it } from "vitest";
import { describeFailure, foreignNames, toolAlias, toolsMeantBy } from "../src/index.ts";

describe("names that other agents have for tools", () => {
  it.each([
    ["Bash", "shell"],
    ["Read", "read"],
    ["TodoWrite", "todo"],
    ["AskUserQuestion", "ask_user"],
    ["retrieve_memories", "look_up_memory"],
    ["Task", "subagent"],
    ["Glob", "tree"],
    ["WebSearch", "web_search"],
  ])("are known in any case: %s", (foreign, own) => {
    expect([toolAlias(foreign), toolAlias(foreign.toUpperCase())]).toEqual([own, own]);
  });

  it.each([
    ["claude", "Read", ["read", "search", "tree"]],
    ["claude", "Glob", ["tree"]],
    ["claude", "glob", []],
    ["claude", "NotebookRead", []],
    ["goose", "text_editor", ["read", "write", "edit"]],
    ["opencode", "webfetch", ["fetch"]],
    ["opencode", "toString", []],
  ] as const)("mean these tools in a permission of %s: %s", (agent, name, tools) => {
    expect(toolsMeantBy(agent, name)).toEqual(tools);
  });

  it("are today's first", () => {
    expect([foreignNames("claude", "subagent"), foreignNames("gemini", "subagent")]).toEqual([
      ["Task", "Agent"],
      [],
    ]);
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
