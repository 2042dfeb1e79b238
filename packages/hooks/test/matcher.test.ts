import { describe, expect, it } from "vitest";
import { hookTool, type Matcher } from "../src/index.ts";
import { readMatcher } from "../src/matcher.ts";

const matcher = (text: string) => readMatcher(text) as Matcher;
const namesOf = (extension: string, tool: string) => hookTool({ extension, tool, input: {} }).names;

describe("a matcher", () => {
  it.each<[string, string, string, boolean]>([
    ["", "developer", "shell", true],
    ["*", "github", "create_issue", true],
    ["Bash", "developer", "shell", true],
    ["shell", "developer", "shell", true],
    ["Bash", "other", "shell", false],
    ["Edit|Write", "developer", "write", true],
    ["Edit|Write", "developer", "read", false],
    ["Edi", "developer", "edit", false],
    ["bash", "developer", "shell", false],
    ["mcp__github__create_issue", "github", "create_issue", true],
    ["mcp__github__create_issue", "github", "github__create_issue", true],
    ["mcp__github__.*", "github", "create_issue", true],
    ["mcp__github__.*", "github2", "create_issue", false],
    ["mcp__.*__delete.*", "files", "delete_all", true],
    ["Task", "subagents", "subagent", true],
    ["^mcp__git", "github", "create_issue", true],
    ["mcp__.*__create", "github", "create_issue", true],
    ["mcp__brave-search", "brave-search", "find", true],
    ["Read, Write", "developer", "write", true],
    ["Agent", "subagents", "subagent", true],
    ["LS", "developer", "tree", true],
    ["MultiEdit", "developer", "edit", true],
    ["WebFetch|WebSearch", "web", "fetch", true],
    ["WebFetch|WebSearch", "web", "web_search", true],
    ["mcp__web__fetch", "web", "fetch", true],
    ["WebFetch", "server", "fetch", false],
    ["Notebook.*", "developer", "edit", false],
  ])("%s, tool %s/%s: %s", (text, extension, tool, expected) => {
    expect(matcher(text).matches(namesOf(extension, tool))).toBe(expected);
  });
});

describe("a call as hooks see it", () => {
  it.each([
    ["shell", { command: "ls", timeout_ms: 5 }, "Bash", { command: "ls", timeout: 5 }],
    ["read", { path: "a", from: 2, lines: 3 }, "Read", { file_path: "a", offset: 2, limit: 3 }],
    ["write", { path: "a", content: "b" }, "Write", { file_path: "a", content: "b" }],
    [
      "edit",
      { path: "a", old_text: "b", new_text: "c" },
      "Edit",
      { file_path: "a", old_string: "b", new_string: "c" },
    ],
    ["search", { pattern: "a", ignore_case: true }, "Grep", { pattern: "a", "-i": true }],
  ])("has the names of Claude Code, and comes back with ours: %s", (tool, input, name, theirs) => {
    const seen = hookTool({ extension: "developer", tool, input });
    expect([seen.name, seen.input]).toEqual([name, theirs]);
    expect(seen.ownInput(theirs)).toEqual(input);
    expect(seen.theirInput(input)).toEqual(theirs);
  });

  it("of a server is as the server has it", () => {
    const seen = hookTool({ extension: "github", tool: "create_issue", input: { path: "a" } });
    expect([seen.name, seen.input, seen.ownInput({ path: "b" })]).toEqual([
      "mcp__github__create_issue",
      { path: "a" },
      { path: "b" },
    ]);
  });
});
