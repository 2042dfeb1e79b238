import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { obeyIgnoreFile } from "../../src/developer/index.ts";
import { failureOf, workbench, type Workbench } from "./workbench.ts";

/** A project whose ignore file keeps `secrets/` but one file, and `*.key`. */
async function project(name: string): Promise<Workbench> {
  const bench = await workbench({
    commandPaths: async (command, cwd) => command.split(" ").map((word) => join(cwd, word)),
  });
  const put = (path: string, text: string) => writeFile(join(bench.cwd, path), text);
  await mkdir(join(bench.cwd, "secrets"));
  await mkdir(join(bench.cwd, "dist"));
  await put(name, "# what no model sees\nsecrets/*\n!secrets/example.txt\n*.key\n");
  await put(".gitignore", "dist\n");
  await put("dist/out.js", "needle\n");
  await put("secrets/a.txt", "needle\n");
  await put("secrets/example.txt", "needle\n");
  await put("my.key", "needle\n");
  await put("free.txt", "needle\n");
  return bench;
}

const short = (bench: Workbench, text: string) => text.replaceAll(`${bench.cwd}/`, "");

describe.each([".gooseignore", ".skeinignore"])("what %s names", (name) => {
  it("is not read, written or edited; the line that keeps it is named", async () => {
    await using bench = await project(name);
    const expected = `secrets/a.txt is kept from you by ${name}, line 2 (secrets/*).\nDo without it. If it is needed, ask the user to remove that line or to add !secrets/a.txt below it.`;
    for (const [tool, input] of [
      ["read", {}],
      ["write", { content: "x" }],
      ["edit", { old_text: "needle", new_text: "x" }],
    ] as const) {
      expect(short(bench, await bench.says(tool, { path: "secrets/a.txt", ...input }))).toBe(expected);
    }
    expect(await bench.says("write", { path: "new.key", content: "x" })).toContain("line 4 (*.key)");
    expect(await readFile(join(bench.cwd, "secrets/a.txt"), "utf8")).toBe("needle\n");
    expect(await bench.says("read", { path: "secrets/example.txt" })).toContain("needle");
  });

  it("is not found by search and tree, nor by another name", async () => {
    await using bench = await project(name);
    await symlink("my.key", join(bench.cwd, "other.txt"));
    const found = await bench.says("search", { pattern: "needle" });
    expect(found).toContain("free.txt");
    expect(found).toContain("secrets/example.txt");
    expect(await bench.says("search", { pattern: "needle", files_only: true })).not.toMatch(/key|a\.txt/);
    expect(found).not.toMatch(/my\.key|a\.txt|guarded/);
    expect(await bench.says("tree", {})).not.toMatch(/my\.key|a\.txt/);
    expect(await bench.says("read", { path: "other.txt" })).toContain("kept from you");
    expect(await bench.says("search", { pattern: "n", path: "my.key" })).toContain("kept from you");
  });

  it("is not named in commands", async () => {
    await using bench = await project(name);
    expect(await bench.says("shell", { command: "cat my.key" })).toContain("kept from you");
    expect(await bench.says("shell", { command: "cat free.txt" })).toBe("needle");
  });

  it("is for the user to change", async () => {
    await using bench = await project(name);
    const refused = failureOf(await bench.call("write", { path: name, content: "" }));
    expect(refused).toMatchObject({ hint: "Tell the user what should change in it, and why." });
    expect(await bench.says("read", { path: name })).toContain("what no model sees");
  });
});

it("lets what .gitignore names be read and written: it hides from search and tree alone", async () => {
  await using bench = await project(".skeinignore");
  expect(await bench.says("read", { path: "dist/out.js" })).toContain("needle");
  expect(await bench.says("write", { path: "dist/new.js", content: "x" })).toContain("Wrote");
  expect(await bench.says("search", { pattern: "needle" })).not.toContain("dist");
});

it("lets the nearest ignore file decide, and sees changes at once", async () => {
  await using bench = await project(".skeinignore");
  const inner = join(bench.cwd, "secrets", ".skeinignore");
  await writeFile(inner, "!a.txt\n");
  expect(await bench.says("read", { path: "secrets/a.txt" })).toContain("needle");
  await writeFile(inner, "example.txt\n");
  expect(await bench.says("read", { path: "secrets/example.txt" })).toContain("line 1 (example.txt)");
});

describe("an ignore file that holds everywhere", () => {
  it("counts after those of the folders, with patterns from the root of the file system", async () => {
    await using bench = await workbench();
    const file = join(bench.cwd, "global");
    await mkdir(join(bench.cwd, "sub"));
    await writeFile(file, `*.pem\n${join(bench.cwd, "sub")}/\n`);
    for (const name of ["a.pem", "b.pem", "sub/c.txt"]) await writeFile(join(bench.cwd, name), "needle");
    await writeFile(join(bench.cwd, ".skeinignore"), "!b.pem\n");
    obeyIgnoreFile(file);
    expect(await bench.says("read", { path: "a.pem" })).toContain(
      `is kept from you by ${file}, line 1 (*.pem)`,
    );
    expect(await bench.says("read", { path: "b.pem" })).toContain("needle");
    expect(await bench.says("read", { path: "sub/c.txt" })).toContain(`${file}, line 2`);
    expect(await bench.says("write", { path: "global", content: "" })).toContain("only the user changes it");
  });

  it("is Goose's own, too", async () => {
    await using bench = await workbench();
    const folder = join(bench.cwd, ".config", "goose");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, ".gooseignore"), "*.pem\n");
    await writeFile(join(bench.cwd, "a.pem"), "needle");
    const home = process.env["HOME"];
    process.env["HOME"] = bench.cwd;
    try {
      expect(await bench.says("read", { path: "a.pem" })).toContain(
        ".config/goose/.gooseignore, line 1 (*.pem)",
      );
    } finally {
      process.env["HOME"] = home;
    }
  });
});
