import { expect, it } from "vitest";
import { harmlessSettings } from "../src/protected/new-repository.ts";

const usual = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
# a comment
[remote "origin"]
\turl = https://example.org/x
\tfetch = +refs/heads/*:refs/remotes/origin/*
[branch "main"]
\tremote = origin
[user]
\tname = Someone
[color]
\tui = auto
`;

it("of settings, those that Git writes itself are harmless", () => {
  expect(harmlessSettings(usual)).toBe(usual);
  expect(harmlessSettings("")).toBe("");
});

it.each([
  "[core]\n\tfsmonitor = evil",
  "[core]\n\tFSMonitor = evil",
  "[core]\n\thooksPath = .",
  "[core]\n\tsshCommand = evil",
  "[core]\n\tworktree = /",
  "[core]\n\teditor = evil",
  '[core "x"]\n\tpager = evil',
  "[CORE]\n\tpager = evil",
  "[alias]\n\ts = !evil",
  "[include]\n\tpath = evil",
  '[includeIf "gitdir:/"]\n\tpath = evil',
  '[filter "x"]\n\tclean = evil',
  '[diff "x"]\n\ttextconv = evil',
  "[credential]\n\thelper = !evil",
  '[url "ext::evil"]\n\tinsteadOf = https://',
  '[remote "o"]\n\turl = ext::sh -c evil',
  '[remote "o"]\n\tuploadpack = evil',
  '[submodule "m"]\n\tupdate = !evil',
  "[extensions]\n\tworktreeConfig = true",
  "[gpg]\n\tprogram = evil",
  "[constructor]\n\tx = evil",
  "[core] fsmonitor = evil",
  "[core]\n\tbare = false\\\n[alias]\n\ts = !evil",
  "[user]\n\tname = a\\\nevil",
  '[remote "a\\\nb"]\n\turl = evil',
  "no section = evil",
  "[core\n\tfsmonitor = evil",
  "[color.x]\n\tui = evil",
])("of settings, one that starts something, or can be read in two ways, is left out: %j", (text) => {
  expect(harmlessSettings(text)).not.toMatch(/evil|worktreeConfig|worktree = /);
});

it("of settings, the harmless ones stay beside one that is not", () => {
  expect(harmlessSettings("[core]\n\tbare = false\n\tpager = evil\n[user]\n\temail = a@b\n")).toBe(
    "[core]\n\tbare = false\n[user]\n\temail = a@b\n",
  );
});
