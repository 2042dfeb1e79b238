import { mkdir, readFile, rmdir, stat, writeFile } from "node:fs/promises";
import { rmdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { isPlaceholder, makePlaceholder, releasePlaceholders } from "../src/barrier/placeholders.ts";

const release = (...paths: readonly string[]) => releasePlaceholders(paths, (path) => rmdirSync(path));
const exists = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined;

describe("a placeholder", () => {
  it.each([
    ["an empty folder", undefined],
    ["an empty file", ""],
    ["a file with a text", "# nothing here\n"],
  ])("is %s, and is removed after the command", async (_, text) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "place");
    expect(makePlaceholder(path, text)).toBe(true);
    expect(isPlaceholder(path)).toBe(true);
    expect((await stat(path)).isDirectory()).toBe(text === undefined);
    expect(text === undefined ? undefined : await readFile(path, "utf8")).toBe(text);
    release(path);
    expect([isPlaceholder(path), await exists(path)]).toEqual([false, false]);
  });

  it.each([
    ["a folder", undefined],
    ["a file", "text"],
  ])("stays until the last of several commands has ended: %s", async (_, text) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "place");
    for (let command = 0; command < 3; command++) expect(makePlaceholder(path, text)).toBe(true);
    for (let command = 0; command < 2; command++) {
      release(path);
      expect([isPlaceholder(path), await exists(path)]).toEqual([true, true]);
    }
    release(path);
    expect([isPlaceholder(path), await exists(path)]).toEqual([false, false]);
  });

  it.each([
    ["a folder", undefined],
    ["a file", "text"],
  ])("is not made where something exists, which is not removed: %s", async (_, text) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "place");
    if (text === undefined) await mkdir(path);
    else await writeFile(path, text);
    expect(makePlaceholder(path, text)).toBe(false);
    release(path);
    expect([isPlaceholder(path), await exists(path)]).toEqual([false, true]);
  });

  it("stays when somebody has put something into the folder", async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "place");
    makePlaceholder(path, undefined);
    await writeFile(join(path, "work.txt"), "work");
    release(path);
    expect(await readFile(join(path, "work.txt"), "utf8")).toBe("work");
  });

  it("stays when somebody has written another text to the file", async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "place");
    makePlaceholder(path, "");
    await writeFile(path, "work");
    release(path);
    expect(await readFile(path, "utf8")).toBe("work");
  });

  it("that somebody has removed is no error, and neither is one that was never made", async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "place");
    makePlaceholder(path, undefined);
    await rmdir(path);
    release(path, join(folder.path, "other"));
    expect(isPlaceholder(path)).toBe(false);
  });

  it("within another one is removed first", async () => {
    await using folder = await temporaryFolder();
    const outer = join(folder.path, "outer");
    const inner = join(outer, "inner");
    makePlaceholder(outer, undefined);
    makePlaceholder(inner, "");
    release(outer, inner);
    expect(await exists(outer)).toBe(false);
  });

  it("that cannot be made for another reason is an error", async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "missing", "place");
    for (const text of [undefined, ""])
      expect(() => makePlaceholder(path, text)).toThrow(expect.objectContaining({ code: "ENOENT" }));
    expect(isPlaceholder(path)).toBe(false);
  });
});
