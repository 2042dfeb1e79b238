import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { sessionHome, shellCall, type SessionHome, type Turn } from "./session-home.ts";

const done = { text: "Done." };
const change = shellCall("pwd; echo new >b.txt");

interface RepositoryHome extends SessionHome {
  /** A run in the repository. */
  work(turns: readonly Turn[], args: readonly string[]): ReturnType<SessionHome["here"]>;
  git(...args: readonly string[]): string;
}

async function repositoryHome(): Promise<RepositoryHome> {
  const home = await sessionHome();
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@t", ...args], {
      cwd: home.cwd,
      encoding: "utf8",
    });
  git("init", "-q", "-b", "main");
  writeFileSync(join(home.cwd, "a.txt"), "one\n");
  git("add", "--all");
  git("commit", "-q", "-m", "First");
  return {
    ...home,
    git,
    work(turns, args) {
      const script = join(home.home, "script.json");
      writeFileSync(script, JSON.stringify({ turns }));
      const mode = args.includes("--mode") ? [] : ["--mode", "auto"];
      const who = ["--provider", "replay", "--model", script, ...mode];
      return home.here(["run", "-t", "do it", ...who, ...args], {}, { cwd: home.cwd });
    },
  };
}

const clean = (home: SessionHome, text: string) =>
  stripVTControlCharacters(text)
    .replaceAll(home.cwd, "APP")
    .replaceAll(/^(?:skein:)? +/gm, "");

describe("skein run --worktree", () => {
  it("works in a worktree, keeps what was done there, and says where it is and what to do", async () => {
    await using home = await repositoryHome();
    const { exitCode, stderr } = await home.work([change, done], ["--worktree", "fix", "--session-id", "s"]);
    const path = join(home.cwd, ".worktrees", "fix");
    expect(exitCode).toBe(0);
    expect(clean(home, stderr)).toContain(
      `Worktree fix: 1 file changed, 0 commits, 1 file not committed. It is in APP/.worktrees/fix, on the branch skein/fix.
To merge it: skein worktree merge fix
To lose it: skein worktree remove fix --force`,
    );
    expect(existsSync(join(home.cwd, "b.txt"))).toBe(false);
    expect(readFileSync(join(path, "b.txt"), "utf8")).toBe("new\n");
    const shown = await home.session(["show", "s"]);
    expect(clean(home, shown.stdout)).toContain("APP/.worktrees/fix · worktree fix on skein/fix");
    const { stdout } = await home.session(["list", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      sessions: [
        { id: "s", cwd: path, worktree: { name: "fix", branch: "skein/fix", path, from: home.cwd } },
      ],
    });
  });

  it("names it after the session, and removes one in which nothing was changed", async () => {
    await using home = await repositoryHome();
    const { exitCode, stderr } = await home.work([done], ["--session-id", "s", "--worktree"]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("Nothing was changed in the worktree s, and it was removed.\n");
    expect(home.git("branch", "--list", "skein/*")).toBe("");
  });

  it("goes back there when it is resumed, also when it was removed", async () => {
    await using home = await repositoryHome();
    await home.work([change, done], ["--worktree", "fix", "--session-id", "s"]);
    await home.work([shellCall("echo more >>b.txt"), done], ["-r"]);
    const path = join(home.cwd, ".worktrees", "fix");
    expect(readFileSync(join(path, "b.txt"), "utf8")).toBe("new\nmore\n");
    rmSync(path, { recursive: true });
    const { stderr } = await home.work([shellCall("echo again >c.txt"), done], ["-r"]);
    expect(stderr).toContain("The worktree fix had been removed, and is made again.");
    expect(existsSync(join(path, "c.txt"))).toBe(true);
    const refused = await home.work([done], ["-r", "--worktree"]);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(
      "--worktree is for a new session: one that is resumed goes back to its own.",
    );
  });

  it("merges at the end when told to, and keeps what cannot be merged", async () => {
    await using home = await repositoryHome();
    const merge = ["--worktree-end", "merge"];
    const merged = await home.work([change, done], ["--worktree", "one", "--name", "Add b", ...merge]);
    expect(merged.exitCode).toBe(0);
    expect(merged.stderr).toContain(
      "The worktree one was merged into main: 1 file changed, 0 commits, 1 file not committed.",
    );
    expect(home.git("log", "-1", "--format=%s")).toBe("Add b\n");
    writeFileSync(join(home.cwd, "b.txt"), "mine\n");
    const kept = await home.work([shellCall("echo other >b.txt"), done], ["--worktree", "two", ...merge]);
    expect(kept.exitCode).toBe(11);
    expect(kept.stderr).toContain("The worktree two was kept as it is.");
    expect(readFileSync(join(home.cwd, "b.txt"), "utf8")).toBe("mine\n");
    const dropped = await home.work(
      [shellCall("echo d >d.txt"), done],
      ["--worktree", "three", "--worktree-end", "drop"],
    );
    expect(dropped.stderr).toContain("The worktree three was dropped");
  });

  it("undoes there what was done there", async () => {
    await using home = await repositoryHome();
    await home.work(
      [shellCall("echo changed >a.txt; echo new >b.txt"), done],
      ["--worktree", "fix", "--session-id", "s"],
    );
    const path = join(home.cwd, ".worktrees", "fix");
    const { exitCode } = await home.session(["undo", "s", "--yes"]);
    expect(exitCode).toBe(0);
    expect(readFileSync(join(path, "a.txt"), "utf8")).toBe("one\n");
    expect(existsSync(join(path, "b.txt"))).toBe(false);
    expect((await home.session(["list"])).stdout).toContain("(worktree fix");
  });

  it("guards there what is guarded everywhere", async () => {
    await using home = await repositoryHome();
    const write = (path: string) => ({ calls: [{ name: "write", input: { path, content: "x" } }] });
    const inside = await home.work([write("new.txt"), done], ["--worktree", "fix", "--mode", "accept_edits"]);
    expect(inside.exitCode).toBe(0);
    expect(existsSync(join(home.cwd, ".worktrees", "fix", "new.txt"))).toBe(true);
    for (const guarded of [".skein/config.yaml", ".env", join(home.cwd, "a.txt")]) {
      const { stderr } = await home.work(
        [write(guarded), done],
        ["--worktree", `no${guarded.length}`, "--mode", "accept_edits"],
      );
      // Nothing was changed in it.
      expect(stderr).toContain("and it was removed");
    }
    expect(readFileSync(join(home.cwd, "a.txt"), "utf8")).toBe("one\n");
  });

  it("keeps everything of a run that ended badly, whatever was wished", async () => {
    await using home = await repositoryHome();
    const { exitCode } = await home.work(
      [change, change, done],
      ["--worktree", "fix", "--worktree-end", "drop", "--max-turns", "1"],
    );
    expect(exitCode).toBe(4);
    expect(existsSync(join(home.cwd, ".worktrees", "fix", "b.txt"))).toBe(true);
  });

  it.each([
    ["interrupted", "SIGINT", 130],
    ["killed", "SIGKILL", null],
  ] as const)("loses nothing when it is %s, and goes on where it was", async (_, signal, code) => {
    await using home = await repositoryHome();
    const script = join(home.home, "script.json");
    const turns = [change, shellCall("echo more >>b.txt; sleep 60"), done];
    writeFileSync(script, JSON.stringify({ turns }));
    const who = ["--provider", "replay", "--model", script, "--mode", "auto", "--session-id", "s"];
    const args = [
      "run",
      "-t",
      "do it",
      "--worktree",
      "fix",
      "--worktree-end",
      "drop",
      "--on-crash",
      "stop",
      ...who,
    ];
    const running = home.start(args, {}, { cwd: home.cwd });
    const file = join(home.cwd, ".worktrees", "fix", "b.txt");
    await expect.poll(() => existsSync(file) && readFileSync(file, "utf8")).toBe("new\nmore\n");
    running.child.kill(signal);
    const { exitCode, stderr } = await running.ended;
    expect(exitCode).toBe(code);
    // Who is killed says nothing.
    expect(stderr.includes("To merge it: skein worktree merge fix")).toBe(code !== null);
    await home.work([shellCall("pwd >where.txt"), done], ["-r"]);
    expect(readFileSync(file, "utf8")).toBe("new\nmore\n");
    expect(existsSync(join(home.cwd, ".worktrees", "fix", "where.txt"))).toBe(true);
  });

  it("says what is in the way before anything is asked of a model", async () => {
    await using home = await sessionHome();
    const script = join(home.home, "script.json");
    writeFileSync(script, JSON.stringify({ turns: [done] }));
    const who = ["--provider", "replay", "--model", script];
    const { exitCode, stderr } = await home.here(
      ["run", "-t", "x", "--worktree", ...who],
      {},
      { cwd: home.cwd },
    );
    expect(exitCode).toBe(2);
    expect(clean(home, stderr)).toContain("APP is not in a git repository, so it can have no worktree.");
    const alone = await home.here(
      ["run", "-t", "x", "--worktree-end", "merge", ...who],
      {},
      { cwd: home.cwd },
    );
    expect(alone.stderr).toContain("--worktree-end needs --worktree.");
  });

  it("trusts the project's settings there as long as they are the same", async () => {
    await using home = await repositoryHome();
    mkdirSync(join(home.cwd, ".skein"));
    writeFileSync(join(home.cwd, ".skein", "config.yaml"), "mode: plan\n");
    home.git("add", "--all");
    home.git("commit", "-q", "-m", "settings");
    expect((await home.here(["trust", "."], {}, { cwd: home.cwd })).exitCode).toBe(0);
    await home.work([done], ["--worktree", "fix", "--session-id", "s"]);
    const cwd = join(home.cwd, ".worktrees", "kept");
    await home.work([change, done], ["--worktree", "kept"]);
    const there = await home.here(["info"], {}, { cwd });
    expect(there.stdout).toMatch(/mode\s+plan/);
    writeFileSync(join(cwd, ".skein", "config.yaml"), "mode: auto\n");
    const changed = await home.here(["info"], {}, { cwd });
    expect(changed.stdout).not.toMatch(/mode\s+(plan|auto)/);
  });
});

describe("a schedule with worktrees", () => {
  it("gives each slot one of its own", async () => {
    await using home = await repositoryHome();
    const script = join(home.home, "script.json");
    writeFileSync(script, JSON.stringify({ turns: [change, done] }));
    const who = ["--provider", "replay", "--model", script, "--mode", "auto", "-t", "do it"];
    const place = { cwd: home.cwd };
    const added = await home.here(
      ["schedule", "add", "tidy", "--cron", "0 0 1 1 *", "--worktree", ...who],
      {},
      place,
    );
    expect(added.exitCode).toBe(0);
    expect((await home.run(["schedule", "run-now", "tidy"], {}, place)).exitCode).toBe(0);
    const { stdout } = await home.here(["worktree", "list", "--json"], {}, place);
    const { worktrees } = JSON.parse(stdout) as { worktrees: { name: string; sessions: string[] }[] };
    expect(worktrees).toHaveLength(1);
    for (const { name, sessions } of worktrees) expect(sessions).toEqual([name]);
    expect(existsSync(join(home.cwd, "b.txt"))).toBe(false);
  });
});

describe("skein worktree", () => {
  it("lists, merges and removes", async () => {
    await using home = await repositoryHome();
    const worktree = async (...args: readonly string[]) => {
      const { exitCode, stdout, stderr } = await home.here(["worktree", ...args], {}, { cwd: home.cwd });
      return { exitCode, said: clean(home, `${stdout}${stderr}`) };
    };
    expect(await worktree("list")).toEqual({
      exitCode: 0,
      said: "This repository has no worktrees of sessions.\n",
    });
    await home.work([change, done], ["--worktree", "fix", "--session-id", "s"]);
    await home.work([shellCall("echo c >c.txt"), done], ["--worktree", "other", "--session-id", "t"]);
    const { said } = await worktree("list");
    expect(said).toContain("fix  skein/fix · ");
    expect(said).toContain("1 file changed, 0 commits, 1 file not committed · session s\n");
    expect(await worktree("merge", "fix")).toEqual({
      exitCode: 0,
      said: "The worktree fix was merged into main: 1 file changed, 0 commits, 1 file not committed.\n",
    });
    expect(existsSync(join(home.cwd, "b.txt"))).toBe(true);
    const refused = await worktree("remove", "other");
    expect(refused.exitCode).toBe(2);
    expect(refused.said).toContain('The worktree "other" has work that is not merged');
    expect(refused.said).toContain("To lose it: skein worktree remove other --force");
    expect((await worktree("remove", "other", "--force")).exitCode).toBe(0);
    const unknown = await worktree("merge", "none");
    expect(unknown.said).toContain('There is no worktree "none" of this repository.');
  });
});
