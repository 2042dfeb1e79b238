import { describe, expect, it } from "vitest";
import { parseRule } from "../src/index.ts";

const subjectOf = (text: string): unknown => {
  const rule = parseRule(text);
  return "problem" in rule ? rule.problem : rule.subject;
};

describe("a rule as Claude Code writes it", () => {
  it.each([
    ["Read(//etc/x)", "reads", "root", ["etc", "x"]],
    ["Read(/src/a)", "reads", "cwd", ["src", "a"]],
    ["Grep(//etc/x)", "reads", "root", ["etc", "x"]],
    ["Glob(/src/a)", "reads", "cwd", ["src", "a"]],
    ["LS(/src/a)", "reads", "cwd", ["src", "a"]],
    ["Edit(//etc/x)", "writes", "root", ["etc", "x"]],
    ["Edit(/src/**)", "writes", "cwd", ["src", "**"]],
    ["Edit( /a )", "writes", "cwd", ["a"]],
    ["MultiEdit(/a)", "writes", "cwd", ["a"]],
    ["Write(//a)", "writes", "root", ["a"]],
    ["Write(./a)", "writes", "cwd", ["a"]],
    ["Write(a)", "writes", "anywhere", ["a"]],
  ])("places a path: %s", (text, access, from, names) => {
    expect(subjectOf(text)).toMatchObject({ kind: "path", access, pattern: { from, names } });
  });

  it("takes the slashes of a command for what they are", () => {
    for (const word of ["//bin/x", "/bin/x"])
      expect(subjectOf(`Bash(${word})`)).toMatchObject({
        kind: "shell",
        commands: { allowing: [{ words: [[word]] }] },
      });
  });

  it.each([
    ["Bash", ["developer__shell"]],
    ["Read", ["developer__read", "developer__search", "developer__tree"]],
    ["Grep", ["developer__search"]],
    ["Glob", ["developer__tree"]],
    ["LS", ["developer__tree"]],
    ["Edit", ["developer__edit", "developer__write"]],
    ["MultiEdit", ["developer__edit"]],
    ["Write", ["developer__write"]],
    ["WebFetch", ["fetch"]],
    ["WebSearch", ["web__web_search"]],
    ["TodoWrite", ["todo__todo"]],
    ["Skill", ["skills__skill"]],
    ["Task", ["subagents__subagent"]],
    ["Agent", ["subagents__subagent"]],
  ])("covers all calls of a tool without an argument, with * and with :*: %s", (name, names) => {
    for (const text of [name, `${name}(*)`, `${name}(:*)`, `${name}( * )`])
      expect(subjectOf(text)).toEqual({ kind: "tools", names });
  });

  it.each([
    ["mcp__a", { kind: "tool", name: "a__*" }],
    ["mcp__a__*", { kind: "tool", name: "a__*" }],
    ["mcp__a__b", { kind: "tool", name: "a__b" }],
    ["mcp__a__b__c", { kind: "tool", name: "a__b__c" }],
    ["mcp__a__get_*", { kind: "server", pattern: "a__get_*" }],
    ["Task(x)", { kind: "parameter", tool: "subagent", parameter: "agent", value: "x" }],
    ["Agent( x )", { kind: "parameter", tool: "subagent", parameter: "agent", value: "x" }],
    ["WebFetch(domain:e.org)", { kind: "domain", pattern: { host: "e.org", isBelow: false } }],
  ])("names servers, subagents and domains: %s", (text, subject) => {
    expect(subjectOf(text)).toEqual(subject);
  });
});
