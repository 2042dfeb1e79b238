import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sessionHome, type SessionHome } from "./session-home.ts";

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
