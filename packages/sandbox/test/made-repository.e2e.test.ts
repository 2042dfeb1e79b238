import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { probeTiers, protectedPaths } from "../src/index.ts";
import { plain, projectFor, type Project } from "./project.ts";

const barrier = (await probeTiers()).found.find(({ tier }) => tier === "bwrap");

async function emptyFolder(project: Project): Promise<string> {
  const workspace = join(project.home, "empty");
  await mkdir(workspace);
  return workspace;
}

/** A repository of somebody else in the folder, from before the next command. */
async function theirsIn(project: Project, workspace: string): Promise<void> {
  await plain("git", ["init", "-q", "theirs"], workspace);
  // A file system knows times to the kernel's last tick, and a command takes several.
  await project.run("true");
}

const settings = (workspace: string) => readFile(join(workspace, ".git/config"), "utf8");
const identity = "git config user.name Someone && git config user.email a@b";
const first = `${identity} && git commit -q --allow-empty -m first`;

describe.skipIf(barrier === undefined)("a repository that an earlier command has made", () => {
  it("can be configured by later ones", async () => {
    await using project = await projectFor(barrier!);
    const workspace = await emptyFolder(project);
    expect(await project.run("git init -q -b main .", { workspace })).toMatchObject({ code: 0, changes: [] });
    expect(await project.run(first, { workspace })).toMatchObject({ code: 0, stderr: "", changes: [] });
    const remote = "git remote add origin https://example.org/x && git init -q . && git branch -m trunk";
    expect(await project.run(remote, { workspace })).toMatchObject({ code: 0, stderr: "", changes: [] });
    expect(await settings(workspace)).toMatch(/name = Someone[\s\S]*url = https:\/\/example\.org\/x/);
  });

  it("can be made again", async () => {
    await using project = await projectFor(barrier!);
    const workspace = await emptyFolder(project);
    await project.run("git init -q .", { workspace });
    await project.run("rm -rf .git && git init -q .", { workspace });
    expect(await project.run(identity, { workspace })).toMatchObject({ code: 0, changes: [] });
  });

  const attempts: readonly (readonly [name: string, command: string, left: readonly string[]])[] = [
    ["a hook", "echo x > .git/hooks/post-checkout", [".git/hooks/post-checkout"]],
    ["a program in its settings", "git config core.fsmonitor evil", [".git/config"]],
    ["a folder of hooks in its settings", "git config core.hooksPath .", [".git/config"]],
    ["settings from elsewhere", "git config include.path ../evil", [".git/config"]],
    [
      "attributes",
      "mkdir -p .git/info && echo '* filter=x' > .git/info/attributes",
      [".git/info/attributes"],
    ],
    ["settings of a worktree", "echo x > .git/config.worktree", [".git/config.worktree"]],
    ["a common folder elsewhere", "echo /evil > .git/commondir", [".git/commondir"]],
    ["another repository in its place", "rm -rf .git && git init -q --separate-git-dir other .", [".git"]],
    ["a link in its place", "mv .git other && ln -s other .git", [".git"]],
    [
      "itself under another name, changed and moved back",
      "mv .git x && git --git-dir=x config core.fsmonitor evil && mv x .git",
      [".git/config"],
    ],
    [
      "a submodule with a program",
      "git init -q --bare .git/modules/m && git -C .git/modules/m config core.pager evil",
      [".git/modules/m/config"],
    ],
    [
      "the folder itself, bare",
      "rm -rf .git && git init -q --bare . && git config alias.s '!evil'",
      ["HEAD"],
    ],
  ];

  it.each(attempts)("is not left with %s", async (_, command, left) => {
    await using project = await projectFor(barrier!);
    const workspace = await emptyFolder(project);
    await project.run("git init -q .", { workspace });
    const ran = await project.run(command, { workspace });
    expect(ran.code).toBe(0);
    expect(ran.changes).toEqual(left.map((path) => [path, "aside"]));
    const now = await settings(workspace).catch(() => "");
    expect(now).not.toMatch(/evil|hooksPath/);
  });

  it("is another one once somebody has put something in it that commands may not", async () => {
    await using project = await projectFor(barrier!);
    const workspace = await emptyFolder(project);
    await project.run("git init -q .", { workspace });
    await plain("git", ["config", "core.pager", "mine"], workspace);
    const ran = await project.run("git config user.name a; git config core.pager evil", { workspace });
    expect(ran).toMatchObject({ code: 4, changes: [] });
    expect(await settings(workspace)).toContain("pager = mine");
  });

  it("is not one that was there, or that a command has moved there", async () => {
    await using project = await projectFor(barrier!);
    const workspace = await emptyFolder(project);
    await theirsIn(project, workspace);
    const there = await project.run("git config user.name a");
    expect(there.code).not.toBe(0);
    expect(await project.run("mv theirs/.git .git", { workspace })).toMatchObject({ code: 0 });
    expect((await project.run("git config user.name a", { workspace })).code).not.toBe(0);
    expect(await settings(workspace)).not.toContain("name = a");
  });

  it("is not a foreign one whose parts a command has put into a folder of its own", async () => {
    await using project = await projectFor(barrier!);
    const workspace = await emptyFolder(project);
    await theirsIn(project, workspace);
    await project.run("mkdir .git && mv theirs/.git/* .git/", { workspace });
    expect((await project.run("git config user.name a", { workspace })).code).not.toBe(0);
  });

  it("is not a foreign one in the place of the one that was made", async () => {
    await using project = await projectFor(barrier!);
    const workspace = await emptyFolder(project);
    await theirsIn(project, workspace);
    await project.run("git init -q .", { workspace });
    await project.run("mv .git mine && mv theirs/.git .git", { workspace });
    expect((await project.run("git config user.name a", { workspace })).code).not.toBe(0);
  });

  it("is so for its session alone, also when that is resumed", async () => {
    await using project = await projectFor(barrier!);
    const workspace = await emptyFolder(project);
    const as = (id: string) => ({ session: () => id });
    await project.run("git init -q .", { workspace }, false, as("one"));
    expect((await project.run("git config user.name a", { workspace }, false, as("two"))).code).not.toBe(0);
    expect(await project.run("git config user.name b", { workspace }, false, as("one"))).toMatchObject({
      code: 0,
      changes: [],
    });
  });

  it("has no history of somebody else: what its commits hold under protected names is named", async () => {
    await using project = await projectFor(barrier!);
    const workspace = await emptyFolder(project);
    const blob = "git hash-object -w --stdin <<< evil";
    const commit = `git init -q . && ${identity} && git update-index --add --cacheinfo 100644,$(${blob}),.envrc && git commit -qm x`;
    const policy = { workspace, protect: protectedPaths(project.home, workspace) };
    expect(await project.run(commit, policy)).toMatchObject({ code: 0, changes: [] });
    const ran = await project.run("git checkout -q -- .envrc", policy);
    expect(ran.changes).toEqual([[".envrc", "stays"]]);
  });
});

describe.skipIf(barrier === undefined)("commits that commands of a session have made", () => {
  const script = `
    import { probeTiers, credentialPaths, protectedPaths } from ${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)};
    import { spawnSync } from "node:child_process";
    const [workspace, temporary, state, home, session, command] = process.argv.slice(2);
    const barrier = (await probeTiers()).found.find(({ tier }) => tier === "bwrap");
    const policy = { workspace, temporary, state, hosts: [], hidden: credentialPaths(home), protect: protectedPaths(home, workspace) };
    const opened = barrier.open(policy, { session: () => session });
    const wrapped = await opened.wrap({ argv: ["/bin/bash", "-c", command], cwd: workspace });
    spawnSync(wrapped.argv[0], wrapped.argv.slice(1), { env: { PATH: process.env.PATH, HOME: home, ...wrapped.env }, cwd: "/" });
    console.log(JSON.stringify((await wrapped.release()).map(({ path }) => path)));
    opened.close();
  `;

  it.each([
    ["are not somebody's history after a restart", "one", 1],
    ["are what another session finds there", "two", 0],
  ] as const)("%s", async (_, later, changes) => {
    await using project = await projectFor(barrier!);
    const { workspace, state, home } = project;
    const program = join(home, "..", "call.mjs");
    await writeFile(program, script);
    const call = (session: string, command: string) =>
      JSON.parse(
        execFileSync(
          process.execPath,
          [program, workspace, join(home, "..", "temporary"), state, home, session, command],
          { encoding: "utf8" },
        ),
      ) as string[];
    const commit =
      "git update-index --add --cacheinfo 100644,$(echo evil | git hash-object -w --stdin),.envrc && git commit -qm x";
    expect(call("one", commit)).toEqual([]);
    expect(call(later, "git checkout -q -- .envrc")).toHaveLength(changes);
  });
});

it("of a repository that cannot be written down, nothing is remembered", async () => {
  const { isMadeRepository, noteMadeRepository } = await import("../src/protected/made-by-commands.ts");
  const records = { state: "/proc/none", session: "s" };
  expect(() => noteMadeRepository(records, "/proc/none/.git", 0)).not.toThrow();
  expect(isMadeRepository(records, "/proc/none/.git")).toBe(false);
});
