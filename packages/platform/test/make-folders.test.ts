import { existsSync, mkdtempDisposableSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolders } from "@skein/platform/folders";

const temporaryFolder = () => mkdtempDisposableSync(join(tmpdir(), "skein-folders-"));

describe("makeFolders", () => {
  it("creates a folder and its parents with the mode, whatever the umask", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "a", "b");
    makeFolders(path, 0o700);
    makeFolders(path, 0o777);
    expect(statSync(join(folder.path, "a")).mode & 0o777).toBe(0o700);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it("creates folders in a home that exists, and in one behind a link", () => {
    using folder = temporaryFolder();
    const home = join(folder.path, "home");
    symlinkSync(folder.path, home);
    makeFolders(join(home, ".config", "skein"), 0o700, home);
    expect(existsSync(join(folder.path, ".config", "skein"))).toBe(true);
  });

  it.each([
    ["home", "the home folder itself"],
    ["home/.local/state/skein", "a folder below it"],
    ["home/x/../.config", "a path that is not normal"],
  ])("refuses %s: %s", (path) => {
    using folder = temporaryFolder();
    for (const home of [join(folder.path, "home"), join(folder.path, "home/")]) {
      const make = () => makeFolders(`${folder.path}/${path}`, 0o700, home);
      expect(make).toThrow(`the home folder ${home} (HOME) does not exist`);
      expect(make).toThrow(expect.objectContaining({ code: "ENOENT" }));
    }
    expect(existsSync(join(folder.path, "home"))).toBe(false);
  });

  it("refuses a folder below a home whose own parent is missing, and creates nothing", () => {
    using folder = temporaryFolder();
    const home = join(folder.path, "nonexistent", "home");
    expect(() => makeFolders(join(home, ".config"), 0o700, home)).toThrow("does not exist");
    expect(existsSync(join(folder.path, "nonexistent"))).toBe(false);
  });

  it.each(["/proc/skein/a", "/dev/null/a"])("ends with the system's reason below %s", (path) => {
    expect(() => makeFolders(path)).toThrow(/ENOENT|ENOTDIR|EACCES/);
  });

  it("says so if a file is where the folder belongs", () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "a"), "");
    expect(() => makeFolders(join(folder.path, "a", "b"))).toThrow("ENOTDIR");
  });
});
