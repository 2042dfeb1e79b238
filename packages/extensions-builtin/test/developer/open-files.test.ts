import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OpenFiles } from "../../src/developer/index.ts";
import { workbench } from "./workbench.ts";

/** An editor that has these files open, by their last name. */
function editor(texts: Record<string, string>) {
  const written: Record<string, string> = {};
  const nameOf = (path: string) => path.split("/").at(-1) ?? "";
  const openFiles: OpenFiles = {
    read: async (path) => texts[nameOf(path)],
    async write(path, text) {
      if (texts[nameOf(path)] === undefined) return false;
      written[nameOf(path)] = text;
      texts[nameOf(path)] = text;
      return true;
    },
  };
  return { openFiles, written };
}

test("What an editor has not saved is what is read and edited, and the editor writes it", async () => {
  const { openFiles, written } = editor({ "a.txt": "one\ntwo, not saved\n" });
  await using bench = await workbench({ openFiles });
  const file = join(bench.cwd, "a.txt");
  await writeFile(file, "one\ntwo\n");
  expect(await bench.says("read", { path: "a.txt" })).toBe(
    "1\tone\n2\ttwo, not saved\n[2 lines, all shown; as the editor has it, not saved]",
  );
  await bench.says("edit", { path: "a.txt", old_text: "two, not saved", new_text: "three" });
  expect(written).toEqual({ "a.txt": "one\nthree\n" });
  expect(await readFile(file, "utf8")).toBe("one\ntwo\n");
  await bench.says("write", { path: "a.txt", content: "all\n" });
  expect(written).toEqual({ "a.txt": "all\n" });
});

test("A file that the editor does not have is read and written on the disk", async () => {
  const { openFiles, written } = editor({});
  await using bench = await workbench({ openFiles });
  const file = join(bench.cwd, "b.txt");
  await bench.says("write", { path: "b.txt", content: "new\n" });
  expect(await readFile(file, "utf8")).toBe("new\n");
  expect(await bench.says("read", { path: "b.txt" })).toBe("1\tnew\n[1 line, all shown]");
  expect(written).toEqual({});
});

test("Other line ends in the editor are no change", async () => {
  const { openFiles } = editor({ "c.txt": "one\ntwo\n" });
  await using bench = await workbench({ openFiles });
  await writeFile(join(bench.cwd, "c.txt"), "one\r\ntwo\r\n");
  expect(await bench.says("read", { path: "c.txt" })).not.toContain("not saved");
});

test("A byte order mark stays where the editor has none", async () => {
  const { openFiles, written } = editor({ "c.cs": "using A;\n", "d.cs": "using A; // not saved\n" });
  await using bench = await workbench({ openFiles });
  for (const name of ["c.cs", "d.cs"]) await writeFile(join(bench.cwd, name), "\ufeffusing A;\n");
  expect(await bench.says("read", { path: "c.cs" })).toBe("1\tusing A;\n[1 line, all shown]");
  await bench.says("read", { path: "d.cs" });
  for (const path of ["c.cs", "d.cs"]) await bench.says("edit", { path, old_text: "A;", new_text: "B;" });
  expect(written).toEqual({ "c.cs": "\ufeffusing B;\n", "d.cs": "\ufeffusing B; // not saved\n" });
});

test("What is not UTF-8 is left to the disk", async () => {
  const { openFiles } = editor({ "d.txt": "caf\uFFFD\n" });
  await using bench = await workbench({ openFiles });
  await writeFile(join(bench.cwd, "d.txt"), Buffer.from("caf\u00E9\n", "latin1"));
  expect(await bench.says("read", { path: "d.txt" })).toContain("caf\u00E9");
});
