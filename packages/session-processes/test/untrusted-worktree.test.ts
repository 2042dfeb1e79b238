import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { trustStore } from "@skein/settings";
import { machineOf } from "@skein/test-host";
import { describe, expect, it } from "vitest";
import { sessionPlace } from "../src/worktrees/session-place.ts";

/** A repository with a file that each kind of program would get, and a program that leaves a mark. */
async function repository() {
  const folder = await temporaryFolder();
  const project = join(folder.path, "project");
  const mark = join(folder.path, "ran");
  mkdirSync(project);
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: project, encoding: "utf8" });
  git("init", "-q", "-b", "main");
  writeFileSync(join(project, "a.txt"), "one\n");
  writeFileSync(join(project, ".gitattributes"), "*.txt filter=evil diff=evil merge=evil\n");
  git("add", "--all");
  git("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "-m", "First");
  const machine = machineOf(folder.path, { HOME: folder.path, PATH: process.env["PATH"] ?? "" });
  const program = join(folder.path, "program.sh");
  writeFileSync(program, `#!/bin/sh\ntouch ${mark}\ncat\n`);
  chmodSync(program, 0o755);
  return {
    ...folder,
    project,
    mark,
    git,
    machine,
    program,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe("a worktree of a repository whose settings name programs", () => {
  it.each([
    "filter.evil.smudge",
    "filter.evil.clean",
    "filter.evil.process",
    "diff.external",
    "diff.evil.textconv",
    "merge.evil.driver",
    "gpg.program",
    "core.sshCommand",
    "credential.helper",
    "remote.origin.uploadpack",
    "remote.origin.promisor",
  ])("is not made, and nothing runs: %s", async (name) => {
    await using repo = await repository();
    repo.git("config", name, repo.program);
    await expect(sessionPlace(repo.machine, { from: repo.project, name: "fix" })).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining(name.toLowerCase().slice(0, 6)) as string,
    });
    expect(existsSync(repo.mark)).toBe(false);
    expect(existsSync(join(repo.project, ".worktrees"))).toBe(false);
  });

  it("is not made with an included file that names one", async () => {
    await using repo = await repository();
    writeFileSync(join(repo.project, "other"), `[filter "evil"]\n  smudge = ${repo.program}\n`);
    repo.git("config", "include.path", "../other");
    await expect(sessionPlace(repo.machine, { from: repo.project, name: "fix" })).rejects.toThrow(
      "filter.evil.smudge",
    );
    expect(existsSync(repo.mark)).toBe(false);
  });

  it.each(["core.fsmonitor", "core.hooksPath"])(
    "is made without those that git is told to leave out: %s",
    async (name) => {
      await using repo = await repository();
      repo.git("config", name, repo.program);
      await sessionPlace(repo.machine, { from: repo.project, name: "fix" });
      expect(existsSync(repo.mark)).toBe(false);
    },
  );

  it("is made if the user trusts the project", async () => {
    await using repo = await repository();
    mkdirSync(join(repo.project, ".skein"));
    repo.git("config", "filter.evil.smudge", repo.program);
    await trustStore(repo.machine.directories.data).add(repo.project);
    await sessionPlace(repo.machine, { from: repo.project, name: "fix" });
    expect(existsSync(repo.mark)).toBe(true);
  });

  it("is made with settings that name none", async () => {
    await using repo = await repository();
    repo.git("config", "http.postBuffer", "1000000");
    const { cwd } = await sessionPlace(repo.machine, { from: repo.project, name: "fix" });
    expect(existsSync(join(cwd, "a.txt"))).toBe(true);
  });
});

it("git is never taken from a relative folder of PATH", async () => {
  await using repo = await repository();
  mkdirSync(join(repo.project, "bin"));
  for (const name of ["git", "bin/git"]) {
    writeFileSync(join(repo.project, name), `#!/bin/sh\ntouch ${repo.mark}\nexit 1\n`);
    chmodSync(join(repo.project, name), 0o755);
  }
  const env = { ...repo.machine.env, PATH: ["bin", ".", "", repo.machine.env["PATH"]].join(delimiter) };
  await sessionPlace({ ...repo.machine, env }, { from: repo.project, name: "fix" });
  expect(existsSync(repo.mark)).toBe(false);
});
