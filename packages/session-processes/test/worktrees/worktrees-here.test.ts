import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ListedSession } from "@skein/sessions";
import type { LiveSession } from "@skein/host";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import {
  listWorktreesHere,
  mergeWorktreeHere,
  removeWorktreeHere,
  sessionPlace,
} from "../../src/worktrees/index.ts";

/** A repository with one commit, and a user who commits. */
async function repository() {
  const folder = await temporaryFolder();
  const project = join(folder.path, "project");
  mkdirSync(project);
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: project, encoding: "utf8" });
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.org");
  writeFileSync(join(project, "a.txt"), "one\n");
  git("add", "--all");
  git("commit", "-q", "-m", "First");
  const machine = machineOf(folder.path, { HOME: folder.path, PATH: process.env["PATH"] ?? "" });
  return {
    project,
    git,
    machine,
    make: (name?: string) => sessionPlace(machine, { from: project, name }),
    list: (listed: readonly ListedSession[] = []) => listWorktreesHere(machine, project, listed),
    merge: (name: string) => mergeWorktreeHere(machine, project, name),
    remove: (name: string, force = false) => removeWorktreeHere(machine, project, { name, force }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const session = (more: object) =>
  ({
    id: "s",
    owner: undefined,
    settings: () => ({}),
    close: async () => undefined,
    ...more,
  }) as unknown as LiveSession;

describe("worktrees of a repository", () => {
  it("are listed with what was done in them, and the sessions that work there", async () => {
    await using repo = await repository();
    const [fix, add] = [await repo.make("fix"), await repo.make("add")];
    writeFileSync(join(fix.cwd, "b.txt"), "b\n");
    rmSync(add.cwd, { recursive: true });
    const of = (id: string, worktree?: object) => ({ session: id, summary: { worktree } }) as ListedSession;
    const listed = [
      of("2", fix.worktree),
      of("other"),
      of("1", fix.worktree),
      { session: "d", damaged: "x" } as ListedSession,
    ];
    const [one, other] = (await repo.list(listed)).toSorted((a, b) => (a.name > b.name ? -1 : 1));
    expect(one).toMatchObject({
      name: "fix",
      branch: "skein/fix",
      sessions: ["2", "1"],
      work: { commits: 0, files: 1, uncommitted: 1 },
    });
    expect(other).toMatchObject({ name: "add", isMissing: true, work: undefined, sessions: [] });
  });

  it("are merged into the branch that is checked out, and are gone then", async () => {
    await using repo = await repository();
    const { cwd } = await repo.make("fix");
    writeFileSync(join(cwd, "b.txt"), "b\n");
    expect(await repo.merge("fix")).toEqual({
      branch: "main",
      work: { commits: 0, files: 1, uncommitted: 1 },
    });
    expect(readFileSync(join(repo.project, "b.txt"), "utf8")).toBe("b\n");
    expect(existsSync(cwd)).toBe(false);
    expect(await repo.list()).toEqual([]);
  });

  it("are not merged with conflicts, nor without their folder", async () => {
    await using repo = await repository();
    const { cwd } = await repo.make("fix");
    writeFileSync(join(cwd, "a.txt"), "theirs\n");
    writeFileSync(join(repo.project, "a.txt"), "ours\n");
    repo.git("commit", "-q", "-a", "-m", "Ours");
    await expect(repo.merge("fix")).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining("a.txt") as string,
      hint: expect.stringContaining(`In ${cwd}, merge the branch of ${repo.project}`) as string,
    });
    expect(existsSync(cwd)).toBe(true);
    rmSync(cwd, { recursive: true });
    await expect(repo.merge("fix")).rejects.toThrow(`The folder of the worktree "fix" is gone: ${cwd}.`);
  });

  it("are removed, with work that is not merged only by force", async () => {
    await using repo = await repository();
    const { cwd } = await repo.make("fix");
    writeFileSync(join(cwd, "b.txt"), "b\n");
    await expect(repo.remove("fix")).rejects.toMatchObject({
      code: "usage",
      message: 'The worktree "fix" has work that is not merged.',
      nextStep: { do: "merge-worktree", name: "fix" },
    });
    expect(existsSync(cwd)).toBe(true);
    await repo.remove("fix", true);
    expect(existsSync(cwd)).toBe(false);
    const { cwd: untouched } = await repo.make("same");
    await repo.remove("same");
    expect(existsSync(untouched)).toBe(false);
    const { cwd: missing } = await repo.make("lost");
    rmSync(missing, { recursive: true });
    await repo.remove("lost");
    expect(await repo.list()).toEqual([]);
  });
});

describe("the worktree of a session", () => {
  it("is named after it, and is the same for one that was cut off before it began", async () => {
    await using repo = await repository();
    const wish = { from: repo.project, session: "20260101-1" };
    const first = await sessionPlace(repo.machine, wish);
    expect(first).toMatchObject({ session: "20260101-1", worktree: { name: "20260101-1" } });
    expect((await sessionPlace(repo.machine, wish)).cwd).toBe(first.cwd);
    await repo.make("fix");
    await expect(repo.make("fix")).rejects.toMatchObject({ code: "usage" });
  });

  it("is where it resumes: in its folder, in the root if that is gone, and made again if all is", async () => {
    await using repo = await repository();
    const { cwd, worktree } = await repo.make("fix");
    const resume = (at: string) =>
      sessionPlace(repo.machine, { from: repo.project, resumed: { cwd: at, worktree } });
    mkdirSync(join(cwd, "src"));
    expect(await resume(join(cwd, "src"))).toMatchObject({ cwd: join(cwd, "src"), worktree, notices: [] });
    expect(await resume(join(cwd, "gone"))).toMatchObject({ cwd, notices: [] });
    rmSync(cwd, { recursive: true });
    const again = await resume(cwd);
    expect(again).toMatchObject({ cwd, notices: ["The worktree fix had been removed, and is made again."] });
    expect(again.session).toBeUndefined();
    expect(existsSync(join(cwd, "a.txt"))).toBe(true);
  });

  it("ends with the session as it was wished, if that is done and not open elsewhere", async () => {
    await using repo = await repository();
    const place = await repo.make("fix");
    writeFileSync(join(place.cwd, "b.txt"), "b\n");
    let closed = 0;
    const close = async (): Promise<void> => void closed++;
    const owner = { pid: 7 };
    expect(await place.leave(session({ close, owner }), { end: "merge", isDone: true })).toBeUndefined();
    expect(closed).toBe(1);
    await place.leave(session({ close }), { end: "merge", isDone: false });
    expect(existsSync(join(repo.project, "b.txt"))).toBe(false);
    expect(existsSync(place.cwd)).toBe(true);
    const settings = () => ({ name: "cart" });
    await place.leave(session({ close, settings }), { end: "merge", isDone: true });
    expect(existsSync(join(repo.project, "b.txt"))).toBe(true);
    expect(repo.git("log", "--format=%s")).toContain("cart");
  });
});
