import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import {
  addWorktree,
  endWorktree,
  listWorktrees,
  mergeWorktree,
  restoreWorktree,
  workIn,
} from "../../src/worktrees/index.ts";
import { git, testRepository, type TestRepository } from "./repository-for-tests.ts";

const message = "The work";
const add = (repository: TestRepository, name = "fix") => addWorktree(git, { name, from: repository.path });

describe("a worktree", () => {
  it("begins with the last commit, on a branch of its own, in the same folder, and stays out of git's sight", async () => {
    await using repository = await testRepository();
    const from = join(repository.path, "packages", "x");
    const { worktree, cwd, notices } = await addWorktree(git, { name: "fix", from });
    const path = join(repository.path, ".worktrees", "fix");
    expect({ worktree, cwd, notices }).toEqual({
      worktree: { name: "fix", branch: "skein/fix", path, from },
      cwd: join(path, "packages", "x"),
      notices: [],
    });
    expect(readFileSync(join(cwd, "b.txt"), "utf8")).toBe("b\n");
    expect(repository.run("status", "--porcelain")).toBe("");
    expect(await listWorktrees(git, from)).toEqual([
      { name: "fix", path, branch: "skein/fix", isMissing: false },
    ]);
  });

  it("says what is not in it", async () => {
    await using repository = await testRepository();
    await repository.write("a.txt", "changed\n");
    await repository.write("new/c.txt", "c\n");
    await repository.write(".gitmodules", "");
    repository.run("add", ".gitmodules");
    repository.run(
      "-c",
      "user.name=T",
      "-c",
      "user.email=t@t",
      "commit",
      "-q",
      "-m",
      "modules",
      ".gitmodules",
    );
    const { cwd, notices } = await addWorktree(git, { name: "fix", from: join(repository.path, "new") });
    expect(cwd).toBe(join(repository.path, ".worktrees", "fix"));
    expect(notices.map((text) => text.replaceAll(repository.path, "REPO"))).toEqual([
      "Not in the worktree: 2 changed files of REPO that are not committed.",
      "REPO/new is not in the last commit: work begins in REPO/.worktrees/fix.",
      "Submodules are empty in the worktree: `git submodule update --init` fills them.",
    ]);
  });

  it("can be made from within another one, beside it", async () => {
    await using repository = await testRepository();
    const { cwd } = await add(repository, "one");
    writeFileSync(join(cwd, "c.txt"), "c\n");
    await commitIn(cwd);
    const two = await addWorktree(git, { name: "two", from: cwd });
    expect(two.cwd).toBe(join(repository.path, ".worktrees", "two"));
    expect(existsSync(join(two.cwd, "c.txt"))).toBe(true);
  });

  it("is taken as it is where it may exist", async () => {
    await using repository = await testRepository();
    const { worktree } = await add(repository);
    writeFileSync(join(worktree.path, "c.txt"), "c\n");
    const again = await addWorktree(git, { name: "fix", from: repository.path, mayExist: true });
    expect(again.worktree).toEqual(worktree);
    expect(existsSync(join(again.cwd, "c.txt"))).toBe(true);
  });

  it("says what is in the way, and makes nothing", async () => {
    await using repository = await testRepository();
    await using elsewhere = await temporaryFolder();
    const refused = async (name: string, from = repository.path) =>
      addWorktree(git, { name, from }).then(
        () => "made",
        ({ message: text, hint }: Error & { hint?: string }) =>
          `${text} ${hint ?? ""}`.replaceAll(repository.path, "REPO").replaceAll(elsewhere.path, "ELSEWHERE"),
      );
    await add(repository, "taken");
    repository.run("branch", "skein/old");
    expect(await refused("taken")).toMatchInlineSnapshot(
      `"There is a worktree "taken" already: REPO/.worktrees/taken. Resume the session that works in it, or choose another name."`,
    );
    expect(await refused("old")).toMatchInlineSnapshot(
      `"There is a branch skein/old already. Choose another name, or delete the branch: git branch -D skein/old"`,
    );
    expect(await refused("../up")).toMatchInlineSnapshot(
      `"A worktree cannot be named "../up". Use at most 64 letters, digits, and - _ . after the first."`,
    );
    expect(await refused("a b")).toMatchInlineSnapshot(
      `"A worktree cannot be named "a b". Use at most 64 letters, digits, and - _ . after the first."`,
    );
    expect(await refused("fix", elsewhere.path)).toMatchInlineSnapshot(
      `"ELSEWHERE is not in a git repository, so it can have no worktree. Work without a worktree, or run \`git init\` there and commit the files."`,
    );
    expect(await refused("fix", join(repository.path, ".git"))).toMatchInlineSnapshot(
      `"REPO/.git is a git folder and no working tree. Begin in a folder where files of the repository are checked out."`,
    );
    await git(["init", "-q", "."], elsewhere.path);
    expect(await refused("fix", elsewhere.path)).toMatchInlineSnapshot(
      `"ELSEWHERE has no commit yet, and a worktree begins with one. Commit something first, or work without a worktree."`,
    );
    await git(
      ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", repository.path, "sub"],
      elsewhere.path,
    );
    expect(await refused("fix", join(elsewhere.path, "sub"))).toMatchInlineSnapshot(
      `"ELSEWHERE/sub is a submodule of ELSEWHERE, and cannot have a worktree. Begin in ELSEWHERE, or work without a worktree."`,
    );
    await repository.write(".worktrees/stray/file", "");
    expect(await refused("stray")).toMatchInlineSnapshot(
      `"REPO/.worktrees/stray exists, and is no worktree of this repository. Move it away, or choose another name."`,
    );
    expect((await listWorktrees(git, repository.path)).map(({ name }) => name)).toEqual(["taken"]);
  });
});

describe("the end of a worktree", () => {
  it("removes one in which nothing was done, and its branch", async () => {
    await using repository = await testRepository();
    const { worktree } = await add(repository);
    expect(await endWorktree(git, worktree, { end: "keep", message })).toEqual({ state: "unused" });
    expect(existsSync(worktree.path)).toBe(false);
    expect(repository.run("branch", "--list", "skein/*")).toBe("");
  });

  it("keeps work, committed or not, as it is", async () => {
    await using repository = await testRepository();
    const { worktree } = await add(repository);
    writeFileSync(join(worktree.path, "a.txt"), "changed\n");
    await commitIn(worktree.path);
    writeFileSync(join(worktree.path, "c.txt"), "c\n");
    const work = { commits: 1, files: 2, uncommitted: 1 };
    expect(await endWorktree(git, worktree, { end: "keep", message })).toEqual({ state: "kept", work });
    expect(readFileSync(join(worktree.path, "c.txt"), "utf8")).toBe("c\n");
  });

  it("merges all of it into the branch that it began in, and removes it", async () => {
    await using repository = await testRepository();
    const { worktree } = await add(repository);
    writeFileSync(join(worktree.path, "c.txt"), "c\n");
    await repository.write("d.txt", "d\n");
    repository.commit("Meanwhile");
    const work = { commits: 0, files: 1, uncommitted: 1 };
    expect(await endWorktree(git, worktree, { end: "merge", message })).toEqual({
      state: "merged",
      work,
      branch: "main",
    });
    expect(readFileSync(join(repository.path, "c.txt"), "utf8")).toBe("c\n");
    expect(repository.run("log", "--format=%s", "--no-merges")).toContain("The work\n");
    expect(await listWorktrees(git, repository.path)).toEqual([]);
    expect(repository.run("branch", "--list", "skein/*")).toBe("");
  });

  it("merges nothing where both sides changed the same, or what is not committed is in the way", async () => {
    await using repository = await testRepository();
    const { worktree } = await add(repository);
    writeFileSync(join(worktree.path, "a.txt"), "one\nmine\nthree\n");
    await repository.write("a.txt", "one\ntheirs\nthree\n");
    const first = await endWorktree(git, worktree, { end: "merge", message });
    expect(first).toMatchObject({ state: "kept", problem: expect.stringContaining("overwritten by merge") });
    repository.commit("Meanwhile");
    expect(await endWorktree(git, worktree, { end: "merge", message })).toMatchObject({
      state: "kept",
      problem: "Both sides have changed a.txt: nothing was merged.",
    });
    expect(repository.run("status", "--porcelain")).toBe("");
    expect(readFileSync(join(repository.path, "a.txt"), "utf8")).toBe("one\ntheirs\nthree\n");
    expect(readFileSync(join(worktree.path, "a.txt"), "utf8")).toBe("one\nmine\nthree\n");
    // A merge that is under way in the worktree is not committed over.
    await git(["-c", "user.name=T", "-c", "user.email=t@t", "merge", "-q", "main"], worktree.path);
    await expect(mergeWorktree(git, { path: worktree.path, into: repository.path, message })).rejects.toThrow(
      "is not finished: a.txt",
    );
  });

  it("drops work only when told to", async () => {
    await using repository = await testRepository();
    const { worktree } = await add(repository);
    writeFileSync(join(worktree.path, "c.txt"), "c\n");
    expect(await endWorktree(git, worktree, { end: "drop", message })).toMatchObject({ state: "dropped" });
    expect(existsSync(worktree.path)).toBe(false);
  });

  it("counts commits of its branch in the middle of a rebase", async () => {
    await using repository = await testRepository();
    const { worktree } = await add(repository);
    writeFileSync(join(worktree.path, "a.txt"), "mine\n");
    await commitIn(worktree.path);
    await git(["checkout", "-q", "--detach", "main"], worktree.path);
    expect(await workIn(git, worktree.path, repository.path)).toEqual({
      commits: 1,
      files: 0,
      uncommitted: 0,
    });
    expect(await endWorktree(git, worktree, { end: "keep", message })).toMatchObject({ state: "kept" });
  });

  it("finds a folder that was deleted, and makes it again with its branch", async () => {
    await using repository = await testRepository();
    const { worktree } = await add(repository);
    writeFileSync(join(worktree.path, "c.txt"), "c\n");
    await commitIn(worktree.path);
    rmSync(worktree.path, { recursive: true });
    expect(await endWorktree(git, worktree, { end: "merge", message })).toEqual({ state: "gone" });
    expect(await listWorktrees(git, repository.path)).toMatchObject([{ isMissing: true }]);
    await restoreWorktree(git, worktree);
    expect(readFileSync(join(worktree.path, "c.txt"), "utf8")).toBe("c\n");
  });
});

/** Commits all that is in a worktree. */
async function commitIn(path: string): Promise<void> {
  await git(["add", "--all"], path);
  await git(["-c", "user.name=T", "-c", "user.email=t@t", "commit", "-q", "-m", "in the worktree"], path);
}
