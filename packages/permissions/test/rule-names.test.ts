import { describe, expect, it } from "vitest";
import { ruleNameProblem, type KnownTools } from "../src/index.ts";

const known: KnownTools = {
  tools: [
    { name: "shell", extension: "developer" },
    { name: "read", extension: "developer" },
    { name: "write_list", extension: "todo", inputs: ["content"] },
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
    "shell(git push *)",
    "shell(*)",
    "read(~/.ssh/**)",
    "edit(src/**)",
    "write(../notes.md)",
    "fetch(domain:*.example.com)",
    "mcp(github__get_*)",
    "write_list(content:*)",
    "github__push(branch:main)",
    "Bash",
    "Bash(git push:*)",
    "Read",
    "Read(./.env)",
    "Edit(/src/**)",
    "WebFetch(domain:example.com)",
    "mcp__github__push",
    "mcp__github",
  ])("%s can be understood", (name) => {
    expect(ruleNameProblem(name, known)).toBeUndefined();
  });

  it.each([
    ["shell:rm", "is not the name of a tool", "Write shell(rm *)."],
    ["shell()", "names no command", "shell(git push *)"],
    ["shell(git push && ls)", "one simple command", "one rule for each"],
    ["shell('git)", "quotes have no end", "Close each quote"],
    ["shell(ls", "without its other half", "shell(COMMAND *)"],
    ["read()", "names no path", "src/**"],
    ["read(src/[ab].ts)", "no meaning in a path", "?"],
    ["edit(src**/x)", "must be the whole name", "**/*.ts"],
    ["read(!src)", "cannot be negated", "denies or asks"],
    ["read(~other/x)", "home folders of other users", "whole path"],
    ["fetch(example.com)", "needs a domain", "fetch(domain:example.com)"],
    ["fetch(domain:https://example.com)", "not a host", "fetch(domain:example.com)"],
    ["fetch(domain:)", "not a host", "fetch(domain:example.com)"],
    ["mcp(*)", "server must be written out", "mcp(SERVER__*)"],
    ["mcp(github)", "needs a server and a tool", "mcp(SERVER__*)"],
    ["mcp(githab__*)", 'no extension "githab"', "Did you mean github__*?"],
    ["write_list(x)", "by an input and its value", "write_list(INPUT:VALUE)"],
    ["write_list(tasks:x)", 'no input "tasks"', "It has content."],
    ["nosuch(a:b)", 'no tool or extension "nosuch"', "SERVER__TOOL"],
    ["shel", 'no tool or extension "shel"', "Did you mean shell?"],
    ["shel(rm *)", 'no tool or extension "shel"', "Did you mean shell(rm *)?"],
    ["Shell(rm *)", 'no tool or extension "Shell"', "Did you mean shell(rm *)?"],
    ["fetc(domain:example.com)", 'no tool or extension "fetc"', "Did you mean fetch(domain:example.com)?"],
    ["readd(~/.ssh/**)", 'no tool or extension "readd"', "Did you mean read(~/.ssh/**)?"],
    ["nosuchtool", 'no tool or extension "nosuchtool"', "SERVER__TOOL or SERVER__*"],
    ["constructor", 'no tool or extension "constructor"', "SERVER__TOOL"],
    ["developer__bash", 'extension developer has no tool "bash"', "Did you mean developer__shell?"],
    ["developer__none", 'extension developer has no tool "none"', "It has shell, read."],
    ["deve__shell", 'no extension "deve"', "Did you mean developer__shell?"],
    ["mcp__gith__push", 'no extension "gith"', "Did you mean github__push?"],
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
    ["bash", "shell"],
    ["run_shell_command", "shell"],
    ["Read_File", "read"],
    ["write_file", "write"],
    ["Multiedit", "edit"],
    ["text_editor", "edit"],
    ["grep", "search"],
    ["glob", "tree"],
    ["ls", "tree"],
    ["task", "subagent"],
  ])("%s, as other programs call it, leads to ours in every form of a rule: %s", (theirs, ours) => {
    expect(ruleNameProblem(theirs, known)?.fix).toContain(`Did you mean ${ours}?`);
    expect(ruleNameProblem(`developer__${theirs}`, known)?.fix).toContain(`Did you mean developer__${ours}?`);
    expect(ruleNameProblem(`${theirs}(x)`, known)?.fix).toContain(`Write ${ours}(x), or ${ours} for all`);
  });
});
