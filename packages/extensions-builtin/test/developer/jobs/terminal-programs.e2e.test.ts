import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findLauncher } from "../../../src/developer/shell/launcher/find-launcher.ts";
import { workbench, type Workbench } from "../workbench.ts";

const has = (program: string): boolean => {
  try {
    execFileSync("/bin/sh", ["-c", `command -v ${program}`]);
    return true;
  } catch {
    return false;
  }
};

/** Types, and says what the terminal shows then. */
const type = (bench: Workbench, typed: { readonly input?: string; readonly keys?: string }, id = "1") =>
  bench.says("job_input", { id, ...typed });

describe.skipIf(findLauncher() === undefined)("programs in a terminal", () => {
  it.skipIf(!has("vim"))("vim edits a file", async () => {
    await using bench = await workbench();
    const file = join(bench.cwd, "a.txt");
    writeFileSync(file, "one\ntwo\n");
    const opened = await bench.says("shell", { command: "vim -u NONE a.txt", pty: true });
    expect(opened).toMatch(/^one\ntwo\n~\n/);
    expect(opened).toContain('"a.txt" 2 lines, 8 bytes');
    await type(bench, { keys: "Down A" });
    expect(await type(bench, { input: " and more" })).toMatch(/^one\ntwo and more\n/);
    expect(await type(bench, { keys: "Escape :wq Enter" })).toContain("[Job 1 has ended, exit code 0.");
    expect(readFileSync(file, "utf8")).toBe("one\ntwo and more\n");
  });

  it.skipIf(!has("less"))("less pages and searches", async () => {
    await using bench = await workbench();
    const first = await bench.says("shell", { command: "seq 500 | less", pty: true });
    expect(first).toMatch(/^1\n2\n3\n/);
    expect(await type(bench, { keys: "PageDown" })).toMatch(/^2\d\n/);
    expect(await type(bench, { input: "/333\n" })).toMatch(/^333\n334\n/);
    expect(await type(bench, { keys: "q" })).toContain("has ended, exit code 0");
  });

  it("a REPL answers, line after line", async () => {
    await using bench = await workbench();
    const command = `NODE_REPL_HISTORY= ${process.execPath} -i`;
    const opened = await bench.says("shell", { command, pty: true });
    expect(opened).toContain("Welcome to Node.js");
    expect(await type(bench, { input: "6 * 7\n" })).toMatch(/> 6 \* 7\n42\n>/);
    expect(await type(bench, { input: "let a = [1,2,3].map((n) => n * 2); a\n" })).toContain("[ 2, 4, 6 ]");
    expect(await type(bench, { keys: "C-d" })).toContain("has ended, exit code 0");
  });

  it.skipIf(!has("vim"))("git rebase -i is done in the editor", async () => {
    await using bench = await workbench();
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@t", ...args], {
        cwd: bench.cwd,
        encoding: "utf8",
      });
    git("init", "-q", "-b", "main");
    for (const name of ["one", "two", "three"]) {
      writeFileSync(join(bench.cwd, name), name);
      git("add", name);
      git("commit", "-q", "-m", name);
    }
    const command = "git -c user.name=T -c user.email=t@t -c core.editor='vim -u NONE' rebase -i --root";
    expect(await bench.says("shell", { command, pty: true })).toContain("Press ENTER or type command");
    expect(await type(bench, { keys: "Enter" })).toMatch(/^pick \w+ one\npick \w+ two\npick \w+ three\n/);
    await type(bench, { input: ":2s/pick/drop/\n" });
    await type(bench, { input: ":wq\n" });
    await bench.says("job", { id: "1", wait_for: "end" });
    expect(git("log", "--format=%s")).toBe("three\none\n");
  });
});
