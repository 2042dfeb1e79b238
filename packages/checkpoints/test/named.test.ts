import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { bench, fill, look, removeAll, tempFolder } from "./trees.ts";

describe("what a call names", () => {
  it("is captured though it is ignored, outside, or behind a link, and comes back", async () => {
    const { root, checkpoints } = bench();
    const outside = tempFolder();
    fill(outside, { "notes.md": "notes", "real/target.txt": "target" });
    fill(root, { ".gitignore": "dist/\n.env\n", ".env": "A=1", "dist/app.js": "built", "src/a.ts": "a" });
    symlinkSync(join(outside, "real/target.txt"), join(root, "link.txt"));
    const before = [look(root), look(outside)];
    const named = [".env", "dist/app.js", "src/a.ts", join(outside, "notes.md"), "link.txt"];
    const first = await checkpoints.capture(root, { named });
    expect(first.named).toEqual(
      [join(outside, "notes.md"), join(outside, "real/target.txt"), ".env", "dist/app.js"].toSorted(),
    );

    writeFileSync(join(root, ".env"), "A=2");
    removeAll(join(root, "dist"));
    rmSync(join(outside, "notes.md"));
    writeFileSync(join(root, "link.txt"), "written through the link");
    const after = [look(root), look(outside)];
    const second = await checkpoints.capture(root, { named: first.named });
    await checkpoints.restore(first.id, root);
    expect([look(root), look(outside)]).toEqual(before);
    await checkpoints.restore(second.id, root);
    expect([look(root), look(outside)].map((one) => ({ ...one, dist: "" }))).toEqual(
      after.map((one) => ({ ...one, dist: "" })),
    );
    expect(checkpoints.diff(first.id, second.id).map(({ path }) => path)).toContain(".env");
  });

  it("goes again when it was not there, with the folders that came for it", async () => {
    const { root, checkpoints } = bench();
    const outside = tempFolder();
    fill(root, { ".gitignore": "dist/\n" });
    const named = ["dist/deep/new.js", join(outside, "a/b/new.txt"), join(outside, "c/shared/new.txt")];
    const { id } = await checkpoints.capture(root, { named });
    fill(root, { "dist/deep/new.js": "new" });
    fill(outside, { "a/b/new.txt": "new", "c/shared/new.txt": "new", "c/other.txt": "somebody's" });
    await checkpoints.restore(id, root);
    expect(Object.keys(look(root))).toEqual([".gitignore"]);
    expect(Object.keys(look(outside))).toEqual(["c", "c/other.txt"]);
  });

  it("may be a whole ignored folder", async () => {
    const { root, checkpoints } = bench();
    fill(root, { ".gitignore": "dist/\n", "dist/a": "1", "dist/b/c": "2" });
    const before = look(root);
    const { id } = await checkpoints.capture(root, { named: ["dist"] });
    writeFileSync(join(root, "dist/a"), "x");
    removeAll(join(root, "dist/b"));
    fill(root, { "dist/new": "3" });
    await checkpoints.restore(id, root);
    expect(look(root)).toEqual(before);
    removeAll(join(root, "dist"));
    await checkpoints.restore(id, root);
    expect(look(root)).toEqual(before);
  });

  it("is never in .git", async () => {
    const { root, checkpoints } = bench();
    fill(root, { ".git/config": "mine", ".git/hooks/x": "y" });
    const { leftOut, named, repositories } = await checkpoints.capture(root, {
      named: [".git/config", ".git"],
    });
    expect({ leftOut, named, repositories }).toEqual({ leftOut: [], named: [], repositories: [".git"] });
  });

  it.each(["sub/a", "sub/deep/a"])(
    "is not written through a folder that has become a link: %s",
    async (path) => {
      const { root, checkpoints } = bench();
      const [outside, elsewhere] = [tempFolder(), tempFolder()];
      fill(outside, { [path]: "mine" });
      fill(elsewhere, { a: "not yours" });
      const { id } = await checkpoints.capture(root, { named: [join(outside, path)] });
      removeAll(join(outside, "sub"));
      symlinkSync(elsewhere, join(outside, "sub"));
      const before = look(elsewhere);
      const [change] = await checkpoints.restore(id, root);
      expect(change).toMatchObject({ change: "blocked", reason: expect.stringContaining("link") });
      expect(look(elsewhere)).toEqual(before);
    },
  );
});

describe("a snapshot of what was named alone", () => {
  it.each([
    ["the root of the file system", () => "/", "it is the root of the file system"],
    ["the home folder", (home: string) => home, "it is the home folder"],
    ["a folder that holds the home folder", (home: string) => dirname(home), "it holds the home folder"],
    ["a folder that is not there", (home: string) => join(home, "no/such"), "the folder does not exist"],
  ])("is made in %s", async (_, rootOf, reason) => {
    const home = tempFolder();
    const { checkpoints } = bench({ home });
    fill(home, { "notes.md": "notes", "other.md": "other" });
    const root = rootOf(home);
    const snapshot = await checkpoints.capture(root, { named: [join(home, "notes.md")] });
    expect(snapshot).toMatchObject({ scope: "named", reason, files: 1 });
    fill(home, { "notes.md": "changed", "other.md": "changed", "third.md": "made" });
    const changes = await checkpoints.restore(snapshot.id, root);
    expect(changes.map(({ change }) => change)).toEqual(["rewritten"]);
    expect(readFileSync(join(home, "notes.md"), "utf8")).toBe("notes");
    expect(readFileSync(join(home, "other.md"), "utf8")).toBe("changed");
  });

  it.each([
    [{ maxFiles: 3 }, "there are more than 3 files"],
    [{ maxBytes: 30 }, "the files have more than 30 bytes"],
  ])("is made where there is too much (%o)", async (limits, reason) => {
    const { root, checkpoints } = bench(limits);
    fill(root, { a: "0123456789", b: "0123456789", c: "0123456789" });
    expect((await checkpoints.capture(root)).scope).toBe("tree");
    fill(root, { d: "x" });
    const snapshot = await checkpoints.capture(root, { named: ["a"] });
    expect(snapshot).toMatchObject({ scope: "named", reason, files: 1 });
    fill(root, { a: "changed", b: "changed" });
    await checkpoints.restore(snapshot.id, root);
    expect(readFileSync(join(root, "a"), "utf8")).toBe("0123456789");
    expect(readFileSync(join(root, "b"), "utf8")).toBe("changed");
  });
});

describe("what is left out", () => {
  it("is named with the reason, and not touched by restoring", async () => {
    const { root, checkpoints } = bench({ maxFileBytes: 1000 });
    fill(root, { small: "x".repeat(1000), large: "x".repeat(1001), "folder/large": "x".repeat(2000) });
    execFileSync("mkfifo", [join(root, "pipe")]);
    const first = await checkpoints.capture(root);
    expect(first.files).toBe(1);
    expect(first.leftOut).toMatchObject([
      { path: "folder/large", reason: "it is larger than 1000 bytes" },
      { path: "large", reason: "it is larger than 1000 bytes" },
      { path: "pipe", reason: "it is not a file, folder or link" },
    ]);
    expect((await checkpoints.capture(root)).id).toBe(first.id);
    fill(root, { small: "y", large: "small now", "folder/large": "small now", "folder/new": "z" });
    await checkpoints.restore(first.id, root);
    expect(readFileSync(join(root, "large"), "utf8")).toBe("small now");
    expect(readFileSync(join(root, "folder/large"), "utf8")).toBe("small now");
    expect(Object.keys(look(root)).toSorted()).toEqual(["folder", "folder/large", "large", "pipe", "small"]);
  });

  it("names that are not UTF-8", async () => {
    const { root, checkpoints } = bench();
    execFileSync("sh", ["-c", "printf x > \"$(printf 'bad\\377name')\""], { cwd: root });
    fill(root, { "�": "a name of its own" });
    const { leftOut, files } = await checkpoints.capture(root);
    expect(files).toBe(1);
    expect(leftOut).toMatchObject([{ path: "bad\uFFFDname", reason: "its name is not UTF-8" }]);
  });
});
