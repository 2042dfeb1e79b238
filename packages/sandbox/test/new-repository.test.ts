import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { newRepositoryProblems } from "../src/protected/new-repository.ts";
import { harmlessSettings } from "../src/protected/repository-settings.ts";

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

const runs = "what Git runs";
const obeys = "which settings Git obeys";

it.each<readonly [string, (at: (name: string) => string) => void, readonly (readonly [string, string])[]]>([
  ["nothing but what git init leaves", () => undefined, []],
  ["a hook", (at) => writeFileSync(at("hooks/pre-commit"), "true"), [["hooks/pre-commit", runs]]],
  [
    "hooks that are a link",
    (at) => {
      rmSync(at("hooks"), { recursive: true, force: true });
      symlinkSync("/tmp", at("hooks"));
    },
    [["hooks", runs]],
  ],
  [
    "settings of a worktree, and another repository's settings",
    (at) => {
      writeFileSync(at("config.worktree"), "[core]\n\tpager = evil\n");
      writeFileSync(at("commondir"), "/elsewhere\n");
    },
    [
      ["config.worktree", obeys],
      ["commondir", obeys],
    ],
  ],
  [
    "a setting that starts a program",
    (at) => writeFileSync(at("config"), "[core]\n\tpager = evil\n"),
    [["config", obeys]],
  ],
])("a new repository with %s", async (_, change, expected) => {
  await using folder = await temporaryFolder();
  execFileSync("git", ["init", "-q", folder.path]);
  const at = (name: string) => join(folder.path, ".git", name);
  mkdirSync(at("hooks"), { recursive: true });
  change(at);
  const problems = newRepositoryProblems(at(""), []).map(({ path, reason }) => [path, reason]);
  expect(problems).toEqual(expected.map(([name, reason]) => [at(name), reason]));
  expect(newRepositoryProblems(at(""), [join(folder.path, ".git")])).toEqual([]);
});
