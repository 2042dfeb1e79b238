import { readFileSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileResource } from "../../src/developer/paths.ts";
import { workbench } from "./workbench.ts";

describe("a name that the folder has in another form", () => {
  it.each([
    ["a no-break space", "Report\u00a01.txt", "Report 1.txt", "Report\\xa01.txt"],
    ["a narrow no-break space", "at 10.00\u202fAM.txt", "at 10.00 AM.txt", "at 10.00\\u{202f}AM.txt"],
    ["an ideographic space", "a\u3000b", "a b", "a\\u{3000}b"],
    ["a plain space", "a b", "a\u00a0b", "a b"],
    ["accents as marks of their own (NFD)", "cafe\u0301.txt", "caf\u00e9.txt", "cafe\u0301.txt"],
    ["accents as one character (NFC)", "caf\u00e9.txt", "cafe\u0301.txt", "caf\u00e9.txt"],
    ["an invisible character, as tree shows it", "a\u200bb", "a\\u{200b}b", "a\\u{200b}b"],
    ["its escape", "a\u00a0b", "a\\xa0b", "a\\xa0b"],
  ])("is used where it is the only one: %s", async (_, stored, given, shown) => {
    await using bench = await workbench();
    const file = join(bench.cwd, stored);
    await writeFile(file, "one\n");
    const note = `; the only name like it is ${shown.replace("\u00a0", "\\xa0")}, which was used`;
    expect(await bench.says("read", { path: given })).toBe(`1\tone\n[1 line, all shown${note}]`);
    const edited = await bench.says("edit", { path: given, old_text: "one", new_text: "two" });
    expect(edited.split("\n")[0]).toContain(`in 1 place${note}:`);
    expect(readFileSync(file, "utf8")).toBe("two\n");
    expect(await bench.says("write", { path: given, content: "three\n" })).toContain(note);
    expect(readFileSync(file, "utf8")).toBe("three\n");
    expect(await readdir(bench.cwd)).toEqual([stored]);
    expect(fileResource(given, bench.cwd)).toEqual([`file:${file}`]);
  });

  it("is used for a folder, too", async () => {
    await using bench = await workbench();
    await mkdir(join(bench.cwd, "my\u00a0notes"));
    await writeFile(join(bench.cwd, "my\u00a0notes", "f"), "one\n");
    expect(await bench.says("read", { path: "my notes/f" })).toContain(
      "1 line, all shown; the only name like it is my\\xa0notes, which was used",
    );
  });

  it("is used for the folder of a new file", async () => {
    await using bench = await workbench();
    await mkdir(join(bench.cwd, "my\u00a0notes"));
    expect(await bench.says("write", { path: "my notes/sub/f", content: "x\n" })).toContain(
      "(a new file; the only name like it is my\\xa0notes, which was used)",
    );
    expect(await readdir(bench.cwd)).toEqual(["my\u00a0notes"]);
    expect(readFileSync(join(bench.cwd, "my\u00a0notes", "sub", "f"), "utf8")).toBe("x\n");
  });

  it("is used by search and tree, and permissions are told", async () => {
    await using bench = await workbench();
    const folder = join(bench.cwd, "my\u00a0notes");
    await mkdir(folder);
    await writeFile(join(folder, "f"), "needle\n");
    const note = "the only name like it is my\\xa0notes, which was used";
    expect(await bench.says("search", { pattern: "needle", path: "my notes" })).toContain(
      `1: needle\n[Searched in `,
    );
    expect(await bench.says("search", { pattern: "needle", path: "my notes" })).toContain(note);
    expect(await bench.says("search", { pattern: "hay", path: "my notes" })).toContain(note);
    expect(await bench.says("tree", { path: "my notes" })).toContain(note);
    const tools = await bench.extension.tools();
    for (const [name, input] of [
      ["search", { pattern: "x" }],
      ["tree", {}],
    ] as const) {
      const tool = tools.find((each) => each.name === name);
      expect(tool?.resources?.({ ...input, path: "my notes" }, bench.cwd)).toEqual([`file:${folder}`]);
      expect(tool?.resources?.({ ...input, path: "." }, bench.cwd)).toEqual([]);
      expect(tool?.resources?.({ ...input }, bench.cwd)).toEqual([]);
    }
  });

  it("is offered where there are several, and each can be named", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "a\u00a0b"), "one\n");
    await writeFile(join(bench.cwd, "a\u202fb"), "two\n");
    for (const tool of ["read", "search", "tree"]) {
      const said = await bench.says(tool, { path: "a b", ...(tool === "search" ? { pattern: "x" } : {}) });
      expect(said).toMatch(/Its folder has (?:a\\xa0b, a\\u\{202f\}b|a\\u\{202f\}b, a\\xa0b)\./);
    }
    expect(await bench.says("read", { path: "a\\u{202f}b" })).toContain("1\ttwo");
  });

  it("does not matter where the name is there", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "a\u00a0b"), "one\n");
    await writeFile(join(bench.cwd, "a b"), "two\n");
    expect(await bench.says("read", { path: "a b" })).toBe("1\ttwo\n[1 line, all shown]");
  });

  it("is no other name", async () => {
    await using bench = await workbench();
    await writeFile(join(bench.cwd, "ab"), "one\n");
    expect(await bench.says("read", { path: "a b" })).toContain("There is no ");
    expect(await bench.says("write", { path: "a b", content: "x" })).toContain("(a new file)");
  });
});
