import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { protectedNames } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { beginOutsideWork, probeTiers, protectedPaths, type ProtectedChange } from "../src/index.ts";
import { outside, plain, projectFor } from "./project.ts";

const barrier = (await probeTiers()).found.find(({ tier }) => tier === "bwrap");

describe.skipIf(barrier === undefined)("calls in one project", () => {
  const open = () => projectFor(barrier!);

  it("cannot bring in together what one of them cannot", async () => {
    await using project = await open();
    const commit = `id=$(git update-index --add --cacheinfo 100644,$(echo evil | git hash-object -w --stdin),.envrc; git commit -qm evil; git rev-parse HEAD)`;
    expect((await project.run(commit)).changes).toEqual([]);
    expect((await project.run("git reset -q --hard; cat .envrc")).changes).toEqual([[".envrc", "stays"]]);
    await outside(project, "git commit -q --allow-empty -m later");
    expect((await project.run("rm .envrc; git checkout -q .; cat .envrc")).changes).toEqual([]);
  });

  it("may put back what was there before an earlier one, and not what was left untrusted", async () => {
    await using project = await open();
    await outside(project, "mkdir .zed; echo a > .zed/a; git add -A; git commit -qm a; echo mine > .zed/a");
    expect((await project.run("git stash -q")).changes).toEqual([]);
    expect((await project.run("git stash pop -q; cat .zed/a")).changes).toEqual([]);
    expect(await readFile(join(project.workspace, ".zed/a"), "utf8")).toBe("mine\n");
    expect((await project.run("echo evil > .zed/a")).changes).toEqual([[".zed/a", "stays"]]);
    expect((await project.run("git stash -q")).changes).toEqual([]);
    expect((await project.run("git stash pop -q")).changes).toEqual([[".zed/a", "stays"]]);
  });

  it("are let through what the user commits between them", async () => {
    await using project = await open();
    await project.run("true");
    await outside(
      project,
      "git switch -qc b; mkdir .zed; echo a > .zed/a; git add -A; git commit -qm a; git switch -q main",
    );
    expect((await project.run("git switch -q b; cat .zed/a")).changes).toEqual([]);
  });

  it("that last have files that Git obeys moved aside, and others named", async () => {
    await using project = await open();
    const command = "echo x > .envrc; echo /evil > .git/commondir";
    const { changes } = await project.run(command, {}, true);
    expect(changes.toSorted(([one], [other]) => (one < other ? -1 : 1))).toEqual([
      [".envrc", "stays"],
      [".git/commondir", "aside"],
    ]);
    expect(await readFile(join(project.workspace, ".envrc"), "utf8")).toBe("x\n");
  });

  it("are not told of what Skein makes in a hidden folder while they run", async () => {
    await using project = await open();
    const data = join(project.workspace, "data");
    await mkdir(data);
    const hidden = [data, join(data, "made"), join(project.workspace, "other", "made")];
    const protect = [{ path: join(project.workspace, "keys"), reason: "which keys", by: "mount" as const }];
    const running = project.run("touch started; until [ -e go ]; do sleep 0.02; done; touch keys", {
      hidden,
      protect,
    });
    await expect.poll(() => existsSync(join(project.workspace, "started"))).toBe(true);
    await mkdir(join(data, "made"));
    await mkdir(join(project.workspace, "other", "made"), { recursive: true });
    for (const file of [join(data, "made", "file"), join(project.workspace, "other", "made", "file")])
      await writeFile(file, "Skein's own");
    await writeFile(join(project.workspace, "go"), "");
    expect((await running).changes).toEqual([["keys", "aside"]]);
    for (const file of [join(data, "made", "file"), join(project.workspace, "other", "made", "file")])
      expect(await readFile(file, "utf8")).toBe("Skein's own");
  });

  it("are not told of what is permitted and written outside while they run", async () => {
    await using project = await open();
    const running = project.run("touch started; until [ -e go ]; do sleep 0.02; done; echo x > .mcp.json");
    await expect.poll(() => existsSync(join(project.workspace, "started"))).toBe(true);
    const file = join(project.workspace, ".envrc");
    const end = beginOutsideWork(file);
    await writeFile(file, "permitted");
    end();
    await writeFile(join(project.workspace, "go"), "");
    expect((await running).changes).toEqual([[".mcp.json", "aside"]]);
    expect(await readFile(file, "utf8")).toBe("permitted");
    const endAny = beginOutsideWork();
    expect((await project.run("echo x > .mcp.json")).changes).toEqual([[".mcp.json", "stays"]]);
    endAny();
    await outside(project, "rm .mcp.json");
    expect((await project.run("echo y > .mcp.json")).changes).toEqual([[".mcp.json", "aside"]]);
  });

  it("do not disturb each other, and leave nothing", async () => {
    await using project = await open();
    const ran = await Promise.all(
      [1, 2, 3, 4, 5].map((n) =>
        project.run(`for i in 1 2 3; do ls -A; echo ${n} > f${n}; sleep 0.05; done`),
      ),
    );
    for (const { code, stderr, changes } of ran) expect([code, stderr, changes]).toEqual([0, "", []]);
    expect(readdirSync(project.workspace).toSorted()).toEqual([".git", "f1", "f2", "f3", "f4", "f5"]);
  });

  it("of a process that was killed are checked at the next start, and nothing is moved", async () => {
    await using project = await open();
    const { workspace, state } = project;
    const temporary = join(project.home, "../temporary");
    const program = fileURLToPath(import.meta.resolve("./kill-barrier.ts"));
    const command = "echo x > .envrc; echo x > file; echo ready; sleep 60";
    const child = spawn(process.execPath, [program, workspace, temporary, state, command]);
    await once(child.stdout, "data");
    expect(readdirSync(join(state, "calls"))).toHaveLength(1);
    child.kill("SIGKILL");
    await once(child, "exit");
    await expect.poll(async () => (await plain("pgrep", ["-f", temporary], "/")).stdout).toBe("");
    const found: ProtectedChange[] = [];
    const next = barrier!.open(
      { workspace, temporary, state, hosts: [], protect: protectedPaths("/x", workspace) },
      { report: (changes) => found.push(...changes) },
    );
    await (await next.wrap({ argv: ["/bin/true"], cwd: workspace })).release();
    expect(found).toEqual([{ path: join(workspace, ".envrc"), reason: expect.any(String) }]);
    expect(readdirSync(workspace).toSorted()).toEqual([".envrc", ".git", "file"]);
    expect(readdirSync(join(state, "calls"))).toEqual([]);
    // Named once.
    await (await next.wrap({ argv: ["/bin/true"], cwd: workspace })).release();
    expect(found).toHaveLength(1);
  });

  it.each<[what: string, breaks: string, failures: number]>([
    ["the list of untrusted files cannot be written", "echo > $S/untrusted", 0],
    [
      "the check cannot be finished",
      "for f in $S/calls/*; do mv $f $S/one; mkdir $f; mv $S/one $f/; done",
      1,
    ],
  ])("are named if %s", async (_, breaks, count) => {
    await using project = await open();
    const { workspace, state } = project;
    const failures: string[] = [];
    const temporary = join(project.home, "../temporary");
    const policy = { workspace, temporary, state, hosts: [], protect: protectedPaths("/x", workspace) };
    const opened = barrier!.open(policy, { reportFailure: (reason) => failures.push(reason) });
    const wrapped = await opened.wrap({ argv: ["/bin/true"], cwd: workspace });
    await outside(project, `S='${state}'; echo x > .envrc; ${breaks}`);
    expect(wrapped.checkFailure()).toBe(undefined);
    const path = join(workspace, ".envrc");
    expect(await wrapped.release()).toMatchObject([{ path, aside: expect.any(String) }]);
    expect(existsSync(path)).toBe(false);
    expect(failures).toHaveLength(count);
    expect(wrapped.checkFailure()).toBe(failures[0]);
    // The record stays for the next start.
    expect(readdirSync(join(state, "calls"))).toHaveLength(count);
  });

  it("run where the state folder cannot be used", async () => {
    await using project = await open();
    const state = join(project.workspace, "file");
    await writeFile(state, "");
    expect(await project.run("echo x > .envrc", { state })).toMatchObject({
      code: 0,
      changes: [[".envrc", "stays"]],
    });
  });
});

describe.skipIf(barrier === undefined)("what exists under a protected name", () => {
  const open = () => projectFor(barrier!);

  it("and in no branch, cannot be changed", async () => {
    await using project = await open();
    await mkdir(join(project.workspace, ".idea"));
    await writeFile(join(project.workspace, ".idea", "a"), "mine");
    await writeFile(join(project.workspace, "opencode.json"), "{}");
    for (const command of ["echo x > .idea/a", "echo x > .idea/b", "mv .idea y", "echo x > opencode.json"])
      expect((await project.run(command)).code).not.toBe(0);
    expect((await project.run("echo in > file")).code).toBe(0);
  });

  it("and is not tracked, cannot be changed in a folder that a branch has", async () => {
    await using project = await open();
    await outside(
      project,
      "mkdir -p .claude/a/b; echo a > .claude/tracked; git add -A; git commit -qm a; echo b > .claude/mine; echo c > .claude/a/b/c",
    );
    for (const command of ["echo x > .claude/mine", "rm -r .claude/a", "mv .claude y", "touch .claude/a/b/d"])
      expect((await project.run(command)).code).not.toBe(0);
    const { code, changes } = await project.run("echo x > .claude/tracked; echo x > .claude/new");
    expect(code).toBe(0);
    expect(changes.toSorted(([one], [other]) => (one < other ? -1 : 1))).toEqual([
      [".claude/new", "aside"],
      [".claude/tracked", "stays"],
    ]);
  });

  it.each(protectedNames.map(([name]) => name))(
    "as a link does not keep commands from running: %s",
    async (name) => {
      await using project = await open();
      await mkdir(join(project.workspace, "target"));
      await writeFile(join(project.workspace, "target", "a"), "mine");
      await symlink("target", join(project.workspace, name));
      expect((await project.run("echo in > file")).code).toBe(0);
      expect((await project.run(`echo x > ${name}/a`)).code).not.toBe(0);
      const { changes } = await project.run(`rm ${name}; ln -s evil ${name}`);
      expect(changes).toEqual([[name, "stays"]]);
    },
  );

  it("leads into the project from a home folder, and can be worked on there", async () => {
    await using project = await open();
    await writeFile(join(project.workspace, "bashrc"), "mine");
    await symlink("project/bashrc", join(project.home, ".bashrc"));
    expect(await project.run("echo x >> bashrc")).toMatchObject({ code: 0, changes: [] });
  });

  it(".git as a link: the repository can be read", async () => {
    await using project = await open();
    const workspace = join(project.home, "linked");
    await mkdir(workspace);
    await symlink("../project/.git", join(workspace, ".git"));
    expect((await project.run("git log --format=%s", { workspace })).stdout).toBe("first\n");
    expect((await project.run("git commit -q --allow-empty -m x", { workspace })).code).not.toBe(0);
    expect(await readlink(join(workspace, ".git"))).toBe("../project/.git");
  });

  it("runs in a folder that cannot be written to", async () => {
    await using project = await open();
    await chmod(project.workspace, 0o555);
    expect(await project.run("ls -A")).toMatchObject({ code: 0, stdout: ".git\n" });
    await chmod(project.workspace, 0o755);
  });
});

const hooks = "mkdir -p .git/hooks && echo x > .git/hooks/post-checkout";
const repositories: readonly (readonly [name: string, command: string, left: readonly string[]])[] = [
  ["hooks", `git init -q . && ${hooks}`, [".git/hooks/post-checkout"]],
  ["a program in its settings", "git init -q . && git config core.fsmonitor evil", [".git/config"]],
  ["a folder of hooks in its settings", "git init -q . && git config core.hooksPath .", [".git/config"]],
  ["settings from elsewhere", "git init -q . && git config include.path ../evil", [".git/config"]],
  ["settings of a worktree", "git init -q . && echo x > .git/config.worktree", [".git/config.worktree"]],
  ["a common folder elsewhere", "git init -q . && echo /evil > .git/commondir", [".git/commondir"]],
  ["a folder elsewhere", "git init -q --separate-git-dir other . && test -f .git", [".git"]],
  ["a link", "mkdir other && ln -s other .git", [".git"]],
  ["itself, bare", "git init -q --bare . && git config core.fsmonitor evil", ["HEAD"]],
  ["nothing", "git init -q . && git remote add origin https://example.org/x && git config user.name a", []],
];

describe.skipIf(barrier === undefined)("a new repository", () => {
  it.each(repositories)("with %s", async (_name, command, left) => {
    await using project = await projectFor(barrier!);
    const workspace = join(project.home, "empty");
    await mkdir(workspace);
    const ran = await project.run(command, { workspace });
    expect(ran.code).toBe(0);
    expect(ran.changes).toEqual(left.map((path) => [path, "aside"]));
    const names = existsSync(join(workspace, ".git/config")) ? ["config"] : [];
    for (const name of names)
      expect(await readFile(join(workspace, ".git", name), "utf8")).not.toMatch(
        /fsmonitor|hooksPath|include/,
      );
  });
});
