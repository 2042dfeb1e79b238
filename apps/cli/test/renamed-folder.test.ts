import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sessionHome, shellCall, type SessionHome } from "./session-home.ts";

/** A home with a session in a project that was renamed since. */
async function renamed(): Promise<SessionHome & { readonly before: string; readonly after: string }> {
  const home = await sessionHome();
  await home.hold("s", "do it", [{ text: "Done." }]);
  const after = join(home.cwd, "..", "renamed");
  renameSync(home.cwd, after);
  return { ...home, before: home.cwd, after };
}

describe("a project that was renamed", () => {
  it("is told that its sessions belong to a folder that no longer exists", async () => {
    await using home = await renamed();
    const { exitCode, stderr } = await home.here(["run", "-r", "-t", "go"], {}, { cwd: home.after });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      `No session was held in ${home.after} yet. 1 session belongs to ${home.before}, which no longer exists.`,
    );
    expect(stderr).toContain(`skein session move ${home.before}`);
  });

  it("gets them by skein session move", async () => {
    await using home = await renamed();
    const moved = await home.here(["session", "move", home.before], {}, { cwd: home.after });
    expect(moved).toMatchObject({ exitCode: 0, stderr: `Moved 1 session to ${home.after}.\n` });
    const listed = await home.here(["session", "list", "--json"], {}, { cwd: home.after });
    expect(JSON.parse(listed.stdout)).toMatchObject({ sessions: [{ id: "s" }] });
    const again = await home.here(["session", "move", home.before], {}, { cwd: home.after });
    expect(again).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("No session belongs to") as string,
    });
  });

  it("undoes and redoes the changes of moved sessions in the new folder", async () => {
    await using home = await sessionHome();
    writeFileSync(join(home.cwd, "a.txt"), "before");
    mkdirSync(join(home.cwd, "sub"));
    await home.hold("s", "do it", [shellCall("echo after > a.txt; echo new > sub/b.txt"), { text: "Done." }]);
    const after = join(home.cwd, "..", "renamed");
    renameSync(home.cwd, after);
    await home.here(["session", "move", home.cwd], {}, { cwd: after });

    const undone = await home.here(["session", "undo", "s", "--yes"], {}, { cwd: after });
    expect(undone).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(after, "a.txt"), "utf8")).toBe("before");
    expect(existsSync(join(after, "sub", "b.txt"))).toBe(false);
    expect(existsSync(home.cwd)).toBe(false);

    expect(await home.here(["session", "redo", "s", "--yes"], {}, { cwd: after })).toMatchObject({
      exitCode: 0,
    });
    expect(readFileSync(join(after, "a.txt"), "utf8")).toBe("after\n");
    expect(readFileSync(join(after, "sub", "b.txt"), "utf8")).toBe("new\n");
  });

  it("names sessions in worktrees, which are not moved", async () => {
    await using home = await sessionHome();
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
        cwd: home.cwd,
      });
    git("init", "--quiet");
    git("commit", "--quiet", "--allow-empty", "--message", "first");
    await home.hold("s", "do it", [{ text: "Done." }]);
    const more = ["--worktree", "fix", "--worktree-end", "keep"];
    await home.hold("w", "do it", [shellCall("echo new > b.txt"), { text: "Done." }], more);
    const after = join(home.cwd, "..", "renamed");
    renameSync(home.cwd, after);
    const moved = await home.here(["session", "move", home.cwd], {}, { cwd: after });
    expect(moved).toMatchObject({
      exitCode: 0,
      stderr: `Moved 1 session to ${after}. 1 session in git worktrees of the old folder was not moved: w.\n`,
    });
  });

  it("is not told so of folders elsewhere with other names", async () => {
    await using home = await renamed();
    const other = join(home.home, "elsewhere", "unrelated");
    mkdirSync(other, { recursive: true });
    const { stderr } = await home.here(["run", "-r", "-t", "go"], {}, { cwd: other });
    expect(stderr).not.toContain("no longer exists");
  });

  it("leaves the sessions of a folder that exists", async () => {
    await using home = await renamed();
    mkdirSync(home.before);
    const moved = await home.here(["session", "move", home.before], {}, { cwd: home.after });
    expect(moved).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("still exists") as string });
  });
});
