import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { failureOf, workbench } from "./workbench.ts";

function fill(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

describe("search", () => {
  it("groups what it finds by file, in order", async () => {
    await using bench = await workbench();
    fill(bench.cwd, { "b.ts": "foo\nbar\nfoo()\n", "a/c.ts": "x\nfoo\n", ".hidden": "foo", ".git/x": "foo" });
    expect(await bench.says("search", { pattern: "foo" })).toBe(
      ".hidden\n1: foo\n\na/c.ts\n2: foo\n\nb.ts\n1: foo\n3: foo()",
    );
  });

  it("narrows by glob, path and case, shows lines around, or only names", async () => {
    await using bench = await workbench();
    fill(bench.cwd, { "a.ts": "one\nFoo\nthree\n", "b.js": "foo\n", "sub/c.ts": "foo\n" });
    expect(await bench.says("search", { pattern: "foo", glob: "*.ts" })).toBe("sub/c.ts\n1: foo");
    expect(await bench.says("search", { pattern: "foo", path: "b.js" })).toBe("b.js\n1: foo");
    expect(await bench.says("search", { pattern: "foo", path: "a.ts", ignore_case: true, context: 1 })).toBe(
      "a.ts\n1- one\n2: Foo\n3- three",
    );
    expect(await bench.says("search", { pattern: "foo", files_only: true, ignore_case: true })).toBe(
      "a.ts\nb.js\nsub/c.ts",
    );
    expect(await bench.says("search", { pattern: "foo", path: join(bench.cwd, "sub") })).toBe(
      "sub/c.ts\n1: foo",
    );
  });

  it("finds the place of a match far into a line of five megabytes, where read goes on", async () => {
    await using bench = await workbench();
    const path = join(bench.cwd, "long.json");
    fill(bench.cwd, { "long.json": `short needle\n${"é".repeat(2_500_000)}needle${"x".repeat(1000)}\n` });
    const said = await bench.says("search", { pattern: "needle", path });
    expect(said.length).toBeLessThan(600);
    expect(said).toContain("1: short needle\n2: ééé");
    const place = /2: .* \[the match: read from: 2, skip_bytes: (\d+)\]/.exec(said)?.[1];
    const read = await bench.says("read", { path, from: 2, skip_bytes: Number(place) });
    expect(read).toMatch(/^2\té{74,75}needlex{1000}\n/);
  });

  it("respects .gitignore, with or without a repository", async () => {
    await using bench = await workbench();
    fill(bench.cwd, { ".gitignore": "out/\n", "out/a": "foo", "in/a": "foo" });
    expect(await bench.says("search", { pattern: "foo" })).toBe("in/a\n1: foo");
  });

  it("says when there is nothing, and why a pattern is refused", async () => {
    await using bench = await workbench();
    expect(await bench.says("search", { pattern: "foo" })).toBe(
      "No matches. Ignored files are not searched.",
    );
    const failure = failureOf(await bench.call("search", { pattern: "foo(" }));
    expect(failure).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("unclosed group") as string,
    });
    expect(await bench.says("search", { pattern: "x", path: "nowhere" })).toContain("There is no");
    expect(await bench.says("search", { pattern: "x", glob: "[" })).toContain("unclosed character class");
  });

  it("takes patterns, globs and names that look like options or commands as what they are", async () => {
    await using bench = await workbench();
    fill(bench.cwd, { "-a": "--pre=sh\n", "$(touch evil)": "`touch evil`\n", "n\n\u001b[31m": "needle\n" });
    expect(await bench.says("search", { pattern: "--pre=sh" })).toBe("-a\n1: --pre=sh");
    expect(await bench.says("search", { pattern: "`touch evil`", path: "$(touch evil)" })).toContain(
      "1: `touch evil`",
    );
    expect(await bench.says("search", { pattern: "needle" })).toBe("n\\n\\x1b[31m\n1: needle");
    expect(await bench.says("search", { pattern: "pre", path: "-a" })).toBe("-a\n1: --pre=sh");
    expect(await bench.says("search", { pattern: "needle", glob: "--pre=sh" })).toContain("No matches");
  });

  it("uses neither the rg nor the settings it finds on the way", async () => {
    await using bench = await workbench();
    fill(bench.cwd, { rg: "#!/bin/sh\necho evil\n", "a.txt": "foo\n", ripgreprc: "--invert-match\n" });
    chmodSync(join(bench.cwd, "rg"), 0o755);
    const before = { PATH: process.env["PATH"], config: process.env["RIPGREP_CONFIG_PATH"] };
    process.env["PATH"] = `${bench.cwd}:${before.PATH}`;
    process.env["RIPGREP_CONFIG_PATH"] = join(bench.cwd, "ripgreprc");
    try {
      expect(await bench.says("search", { pattern: "foo" })).toBe("a.txt\n1: foo");
    } finally {
      process.env["PATH"] = before.PATH;
      delete process.env["RIPGREP_CONFIG_PATH"];
    }
  });

  it("is bounded: many matches, long lines, binary files", async () => {
    await using bench = await workbench();
    fill(bench.cwd, {
      "many.txt": "foo\n".repeat(100_000),
      "wide.txt": `foo${"x".repeat(5_000_000)}\n`,
      "some.txt": "bar\n".repeat(250),
      "a.bin": Buffer.from("baz\n\0\0"),
    });
    const many = await bench.says("search", { pattern: "foo", path: "many.txt" });
    expect(many.length).toBeLessThan(4000);
    expect(many).toContain("[The search was stopped at its limit: there is more.]");
    expect((await bench.says("search", { pattern: "foo", path: "wide.txt" })).length).toBeLessThan(500);
    expect(await bench.says("search", { pattern: "bar", path: "some.txt" })).toMatch(
      /\n\[200 of 250 lines shown: narrow the pattern, the path or the glob\.\]$/,
    );
    expect(await bench.says("search", { pattern: "baz", path: "a.bin" })).toBe(
      "a.bin\n(binary file matches)",
    );
  });

  it("finds across lines", async () => {
    await using bench = await workbench();
    fill(bench.cwd, { a: "one\ntwo\nthree\n" });
    expect(await bench.says("search", { pattern: "one\\ntwo" })).toBe("a\n1: one\n2: two");
  });

  it("does not wait for a pipe, and stops when the call is stopped", async () => {
    await using bench = await workbench();
    execFileSync("mkfifo", [join(bench.cwd, "pipe")]);
    expect(await bench.says("search", { pattern: "x", path: "pipe" })).toContain(
      "neither a file nor a folder",
    );
    const outcome = await bench.call("search", { pattern: "x" }, { signal: AbortSignal.abort() });
    expect(failureOf(outcome).kind).toBe("interrupted");
  });
});

describe("guarded files", () => {
  const isGuarded = (path: string) => /\/(\.env|keys)(\/|$)/.test(path);

  it("are not shown by search, which says so", async () => {
    await using bench = await workbench({ isGuarded });
    fill(bench.cwd, { "a.ts": "TOKEN\n", ".env": "TOKEN=1\n", "keys/one": "TOKEN=2\n" });
    const note =
      "[2 files with matches are guarded and not shown: such files may hold secrets. Read a file by its name if you need it; that may be asked about.]";
    expect(await bench.says("search", { pattern: "TOKEN" })).toBe(`a.ts\n1: TOKEN\n${note}`);
    expect(await bench.says("search", { pattern: "TOKEN", files_only: true })).toBe(`a.ts\n${note}`);
    const named = await bench.says("search", { pattern: "TOKEN", path: ".env", context: 1 });
    expect(named).toMatch(/^\[1 file with matches is guarded and not shown/);
  });

  it("are named by tree, and their folders are not listed", async () => {
    await using bench = await workbench({ isGuarded });
    fill(bench.cwd, { "a.ts": "x", "keys/one": "secret" });
    expect(await bench.says("tree", {})).toMatch(/\n {2}a\.ts 1\n {2}keys\/ \(guarded\)$/);
    expect(await bench.says("tree", { path: "keys" })).toContain("is guarded and not listed");
  });
});
