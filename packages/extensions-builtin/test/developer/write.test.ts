import { chmodSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { failureOf, workbench } from "./workbench.ts";

describe("write", () => {
  it("makes a file and its folders", async () => {
    await using bench = await workbench();
    expect(await bench.says("write", { path: "a/b/c.txt", content: "ä\n" })).toBe(
      `Wrote ${bench.cwd}/a/b/c.txt: 1 line, 3 bytes (a new file).`,
    );
    expect(readFileSync(join(bench.cwd, "a/b/c.txt"), "utf8")).toBe("ä\n");
    expect(statSync(join(bench.cwd, "a/b/c.txt")).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it("replaces a file at once, keeps its mode, leaves nothing else", async () => {
    await using bench = await workbench();
    const path = join(bench.cwd, "run.sh");
    await writeFile(path, "old");
    chmodSync(path, 0o751);
    const { ino } = statSync(path);
    await bench.says("read", { path: "run.sh" });
    expect(await bench.says("write", { path: "run.sh", content: "one\ntwo" })).toContain(
      "2 lines, 7 bytes (before 3 bytes)",
    );
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["one\ntwo", 0o751]);
    expect(statSync(path).ino).not.toBe(ino);
    expect(readdirSync(bench.cwd)).toEqual(["run.sh"]);
  });

  it("writes through a link and leaves it a link", async () => {
    await using bench = await workbench();
    await mkdir(join(bench.cwd, "real"));
    await writeFile(join(bench.cwd, "real/file"), "old");
    await symlink("real/file", join(bench.cwd, "link"));
    await bench.says("read", { path: "real/file" });
    await bench.says("write", { path: "link", content: "new" });
    expect(readlinkSync(join(bench.cwd, "link"))).toBe("real/file");
    expect(readFileSync(join(bench.cwd, "real/file"), "utf8")).toBe("new");
  });

  it("refuses folders, pipes, and a file where a folder should be", async () => {
    await using bench = await workbench();
    await mkdir(join(bench.cwd, "folder"));
    await writeFile(join(bench.cwd, "file"), "");
    execFileSync("mkfifo", [join(bench.cwd, "pipe")]);
    expect(failureOf(await bench.call("write", { path: "folder", content: "" }))).toMatchObject({
      message: `${bench.cwd}/folder cannot be used: it is a folder.`,
    });
    expect(failureOf(await bench.call("write", { path: "pipe", content: "" })).kind).toBe("failed");
    expect(failureOf(await bench.call("write", { path: "file/below", content: "" })).kind).toBe("failed");
    expect(readdirSync(bench.cwd).toSorted()).toEqual(["file", "folder", "pipe"]);
  });

  it.runIf(process.platform === "linux")("refuses at once where no folder can be created", async () => {
    await using bench = await workbench();
    const made = await bench.call("write", { path: "/proc/skein/below/file", content: "" });
    expect(failureOf(made)).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("/proc/skein"),
    });
  });

  it("takes names that begin with a dash, hold a newline, or are as long as a name can be", async () => {
    await using bench = await workbench();
    for (const path of ["-rf", "a\nb", "x".repeat(255)]) {
      expect(await bench.says("write", { path, content: "hi" })).toContain("a new file");
      expect(readFileSync(join(bench.cwd, path), "utf8")).toBe("hi");
    }
  });
});
