import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { failureOf, workbench } from "./workbench.ts";

function fill(folder: string, files: readonly string[]): void {
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), "x".repeat(1234));
  }
}

describe("tree", () => {
  it("lists files with their bytes and folders with their files, as deep as asked", async () => {
    await using bench = await workbench();
    fill(bench.cwd, ["b.txt", "a/one", "a/deep/two", "a/deep/er/three", ".git/config", ".env"]);
    mkdirSync(join(bench.cwd, "nothing"));
    symlinkSync("b.txt", join(bench.cwd, "link"));
    expect(await bench.says("tree", {})).toBe(
      [
        `${bench.cwd}/`,
        "  .env 1,234",
        "  a/ (3 files)",
        "    deep/ (2 files)",
        "    one 1,234",
        "  b.txt 1,234",
        "  link (link)",
        "  nothing/ (empty)",
      ].join("\n"),
    );
    expect(await bench.says("tree", { path: "a", depth: 1 })).toBe(
      `${bench.cwd}/a/\n  deep/ (2 files)\n  one 1,234`,
    );
  });

  it("leaves out what is ignored, but names ignored folders", async () => {
    await using bench = await workbench();
    fill(bench.cwd, ["node_modules/x/index.js", "src/a.ts", "src/a.log"]);
    writeFileSync(join(bench.cwd, ".gitignore"), "node_modules\n*.log\n");
    expect(await bench.says("tree", {})).toBe(
      `${bench.cwd}/\n  .gitignore 19\n  node_modules/ (ignored)\n  src/ (1 file)\n    a.ts 1,234`,
    );
    expect(await bench.says("tree", { path: "node_modules" })).toContain("index.js");
  });

  it("is bounded in width and length", async () => {
    await using bench = await workbench();
    fill(
      bench.cwd,
      Array.from({ length: 7 }, (_folder, folder) =>
        Array.from({ length: 105 }, (_, file) => `d${folder}/f${file}`),
      ).flat(),
    );
    const lines = (await bench.says("tree", {})).split("\n");
    expect(lines.length).toBeLessThan(560);
    expect(lines).toContain("    … 5 more");
    expect(lines.filter((line) => line.endsWith("more")).length).toBeGreaterThan(3);
  });

  it("shows names on one line, pipes as what they are, and an empty folder", async () => {
    await using bench = await workbench();
    expect(await bench.says("tree", {})).toBe(`${bench.cwd}/\n  (empty)`);
    fill(bench.cwd, ["a\nb\u001b"]);
    execFileSync("mkfifo", [join(bench.cwd, "pipe")]);
    expect(await bench.says("tree", {})).toBe(`${bench.cwd}/\n  a\\nb\\x1b 1,234\n  pipe (not a file)`);
  });

  it("refuses a file and a folder that is not there", async () => {
    await using bench = await workbench();
    fill(bench.cwd, ["file"]);
    expect(failureOf(await bench.call("tree", { path: "file" }))).toMatchObject({
      hint: "Use read to see a file.",
    });
    expect(await bench.says("tree", { path: "nowhere" })).toContain("There is no");
  });
});
