import { describe, expect, it } from "vitest";
import { ruleNameProblem, type KnownTools } from "../src/index.ts";

const known: KnownTools = {
  tools: [
    { name: "shell", extension: "developer" },
    { name: "read", extension: "developer" },
    { name: "todo_write", extension: "todo" },
  ],
  servers: ["github", "my__docs"],
  nearest: (word, words) => words.find((one) => one.startsWith(word.slice(0, 4).toLowerCase())),
};

describe("the name in a rule", () => {
  it.each([
    "*",
    "shell",
    "developer",
    "developer__shell",
    "developer__*",
    "github",
    "github__push",
    "github__*",
    "my__docs__find",
    // A server that only comes with a recipe or another project.
    "elsewhere__tool",
    "elsewhere__*",
  ])("%s can be understood", (name) => {
    expect(ruleNameProblem(name, known)).toBeUndefined();
  });

  it.each([
    ["shell(rm *)", "is a rule by argument, which is not supported yet", "write shell,"],
    ["Bash(git push:*)", "is a rule by argument", "write shell,"],
    ["shell:rm", "is a rule by argument", "write shell,"],
    ["Bash", 'no tool or extension "Bash"', "Did you mean shell?"],
    ["shel", 'no tool or extension "shel"', "Did you mean shell?"],
    ["nosuchtool", 'no tool or extension "nosuchtool"', "SERVER__TOOL or SERVER__*"],
    ["constructor", 'no tool or extension "constructor"', "SERVER__TOOL"],
    ["developer__bash", 'extension developer has no tool "bash"', "Did you mean developer__shell?"],
    ["developer__none", 'extension developer has no tool "none"', "It has shell, read."],
    ["deve__shell", 'no extension "deve"', "Did you mean developer__shell?"],
    ["mcp__github__push", 'no "mcp__" before them', "Write github__push."],
    ["mcp__github", 'no "mcp__" before them', "Write github__*."],
    ["git*", "is not the name of a tool", "EXTENSION__*"],
    ["**", "is not the name of a tool", "EXTENSION__*"],
    ["read write", "is not the name of a tool", "Write TOOL"],
    [" ", "names no tool", "Give the name"],
  ])("%s is an error that says what to write", (name, message, fix) => {
    const problem = ruleNameProblem(name, known);
    expect(problem?.message).toContain(message);
    expect(problem?.fix).toContain(fix);
  });

  it.each([
    ["Bash", "shell"],
    ["run_shell_command", "shell"],
    ["Read_File", "read"],
    ["write_file", "write"],
    ["MultiEdit", "edit"],
    ["text_editor", "edit"],
    ["Grep", "search"],
    ["Glob", "search"],
    ["LS", "tree"],
    ["Task", "subagent"],
  ])("%s, as other programs call it, leads to ours in every form of a rule: %s", (theirs, ours) => {
    expect(ruleNameProblem(theirs, known)?.fix).toContain(`Did you mean ${ours}?`);
    expect(ruleNameProblem(`developer__${theirs}`, known)?.fix).toContain(`Did you mean developer__${ours}?`);
    expect(ruleNameProblem(`${theirs}(x)`, known)?.fix).toContain(`write ${ours},`);
  });
});
