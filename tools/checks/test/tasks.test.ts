import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const program = fileURLToPath(new URL("../../../scripts/run.mjs", import.meta.url));
const manifest = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

function ranWith(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}

describe("the tasks of the repository", () => {
  it("are the scripts of the manifest", () => {
    const { status, stdout, stderr } = ranWith("no-such-task");
    expect([status, stdout]).toEqual([2, ""]);
    const names = /run: (?<names>.+)\. For example/.exec(stderr)?.groups?.["names"]?.split(", ") ?? [];
    expect(names.length).toBeLessThanOrEqual(20);
    for (const name of names) expect(manifest.scripts[name]).toBe(`node scripts/run.mjs ${name}`);
  });

  it("are listed under x, a line each", () => {
    const { status, stdout, stderr } = ranWith("x");
    expect([status, stderr]).toEqual([0, ""]);
    const lines = stdout.split("\n").filter((line) => line.startsWith("  "));
    expect(lines.map((line) => /^ {2}(?<name>\S+) {2,}\S/.exec(line)?.groups?.["name"])).toEqual([
      "proof",
      "house",
      "api",
      "catalog",
      "format:check",
      "bench",
      "bench:compare",
      "bench:trial",
      "docs:api",
      "build:binary",
      "audit",
      "release:pack",
      "release:rehearse",
    ]);
  });
});
