import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { liveOwner } from "./live-owner.ts";

/** What each `skein session` command does with a session that another process runs, and what it says. */
const commands: readonly (readonly [how: "reads" | "refuses", says: string, ...args: string[]])[] = [
  ["reads", "live", "list"],
  ["reads", "tool-intent", "show", "live", "--entries"],
  ["reads", "live", "search", "--session", "live", "go"],
  ["reads", "No question is open in live.", "answer", "live"],
  ["refuses", "No question is open in live.", "answer", "live", "--allow", "once"],
  ["reads", "first request", "cache", "live"],
  ["refuses", "Session live is in use", "compact", "live"],
  ["reads", "It begins as live does", "fork", "live"],
  ["reads", "No file was changed", "diff", "live"],
  ["refuses", "Session live is in use", "undo", "live", "--yes"],
  ["refuses", "othing to redo", "redo", "live", "--yes"],
  ["refuses", "Session live is in use", "rewind", "live", "--to", "1", "--yes"],
  ["refuses", "Session live is in use", "rename", "live", "other"],
  ["reads", "go", "export", "live"],
  ["reads", "", "export", "live", "--bundle", "-o", "bundle.json"],
  ["reads", "", "import", "bundle.json"],
  ["refuses", "live is in use", "scrub", "live"],
  ["refuses", "still exists", "move", "."],
  ["refuses", "live", "remove", "live", "--yes"],
  ["refuses", "No database is named.", "push", "live"],
  ["refuses", "No database is named.", "pull", "live"],
  ["reads", "live", "diagnostics", "live", "-o", "-"],
];

describe("skein session of a session that another process runs", () => {
  it("reads it, or refuses with what to do, and changes nothing in it", async () => {
    const all = readdirSync(join(import.meta.dirname, "../src/session/commands"));
    expect(new Set(commands.map(([, , name]) => `${name}.ts`))).toEqual(new Set(all));
    const { skein, owner, release, bodies } = await liveOwner();
    const journal = async () => (await skein.here(["session", "show", "live", "--entries", "--json"])).stdout;
    const before = await journal();
    for (const [how, says, ...args] of commands) {
      const { exitCode, stdout, stderr } = await skein.here(["session", ...args]);
      const told = {
        args,
        exitCode,
        says: `${stdout}${stderr}`.includes(says),
        isDefect: stderr.includes("    at "),
      };
      expect.soft(told).toEqual({ args, exitCode: how === "reads" ? 0 : 2, says: true, isDefect: false });
    }
    expect(await journal()).toBe(before);
    release();
    expect((await owner.ended).exitCode).toBe(0);
    expect(bodies()).toHaveLength(2);
    expect(await skein.here(["session", "rename", "live", "other"])).toMatchObject({ exitCode: 0 });
    expect(await skein.here(["session", "compact", "live"])).toMatchObject({ exitCode: 0 });
    expect(await skein.here(["session", "remove", "live", "--yes"])).toMatchObject({ exitCode: 0 });
  });
});
