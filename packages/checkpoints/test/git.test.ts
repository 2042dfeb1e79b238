import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bench, fill, git, look, removeAll } from "./trees.ts";

const isGit = (name: string): boolean => name === ".git";

/** Every byte of git's own folder. */
const gitState = (root: string): unknown => look(join(root, ".git"));

describe("a repository", () => {
  it("keeps its .git byte for byte, and its files come back", async () => {
    const { root, checkpoints } = bench();
    fill(root, { "a.ts": "1\n", "src/b.ts": "2\n", ".gitignore": "*.log\n" });
    git(root, "init");
    git(root, "add", ".");
    git(root, "commit", "-qm", "first");
    writeFileSync(join(root, "a.ts"), "staged\n");
    git(root, "add", "a.ts");
    fill(root, { "nested/.git/config": "a repository in it", "nested/file": "x" });
    const repository = gitState(root);
    const nested = look(join(root, "nested/.git"));
    const before = look(root, isGit);

    const { id } = await checkpoints.capture(root);
    writeFileSync(join(root, "a.ts"), "broken\n");
    removeAll(join(root, "src"));
    rmSync(join(root, ".gitignore"));
    fill(root, { "nested/more": "y" });
    await checkpoints.restore(id, root);
    expect(look(root, isGit)).toEqual(before);
    expect(gitState(root)).toEqual(repository);
    expect(look(join(root, "nested/.git"))).toEqual(nested);
    expect(git(root, "diff", "--cached", "--name-only").trim()).toBe("a.ts");
  });

  it("that was begun after the snapshot stays", async () => {
    const { root, checkpoints } = bench();
    fill(root, { a: "1" });
    const { id } = await checkpoints.capture(root);
    fill(root, { "new/file": "x" });
    git(join(root, "new"), "init", "-q");
    const repository = gitState(join(root, "new"));
    await checkpoints.restore(id, root);
    expect(gitState(join(root, "new"))).toEqual(repository);
    expect(Object.keys(look(root, isGit))).toEqual(["a", "new"].toSorted());
  });

  it("has the rules of .gitignore, .git/info/exclude and the folders above", async () => {
    const { root, checkpoints } = bench();
    git(root, "init", "-q");
    appendFileSync(join(root, ".git/info/exclude"), "secret\n");
    fill(root, { ".gitignore": "*.log\n/app/out\n", "app/.gitignore": "!keep.log\n" });
    fill(root, { "app/a.log": "", "app/keep.log": "", "app/secret": "", "app/out/x": "", "app/main.ts": "" });
    expect((await checkpoints.capture(join(root, "app"))).files).toBe(3);
    expect((await checkpoints.capture(root)).files).toBe(4);
  });
});

const ignored = {
  "node_modules/lib/index.js": "lib",
  ".env": "SECRET=1",
  "debug.log": "line\n",
  "src/out/cache.bin": "cache",
};

describe("ignored files", () => {
  const project = {
    ".gitignore": "node_modules/\n*.log\n.env\n",
    "src/.gitignore": "out/\n",
    "src/a.ts": "a",
  };

  it.each([
    ["as they are", () => undefined],
    [
      "though the rules are gone",
      (root: string) => [".gitignore", "src/.gitignore"].forEach((file) => rmSync(join(root, file))),
    ],
    ["though the rules are others", (root: string) => writeFileSync(join(root, ".gitignore"), "a.ts\n")],
    ["though .git is gone", (root: string) => removeAll(join(root, ".git"))],
  ])("are left %s", async (_, harm) => {
    const { root, checkpoints } = bench();
    git(root, "init", "-q");
    appendFileSync(join(root, ".git/info/exclude"), "private\n");
    fill(root, { ...project, ...ignored, "private/notes": "mine" });
    const { id, files } = await checkpoints.capture(root);
    expect(files).toBe(3);
    const before = look(root, isGit);
    harm(root);
    fill(root, { "src/a.ts": "changed", "late.log": "came later" });
    await checkpoints.restore(id, root);
    const { "late.log": late, ...after } = look(root, isGit);
    expect(after).toEqual(before);
    expect(late).toBeDefined();
  });

  it("come back where they are included", async () => {
    const { root, checkpoints } = bench({ include: [".env", "src/out/*.bin"] });
    fill(root, { ...project, ...ignored, "src/out/big.tmp": "not this" });
    const { id, files } = await checkpoints.capture(root);
    expect(files).toBe(5);
    rmSync(join(root, ".env"));
    writeFileSync(join(root, "src/out/cache.bin"), "broken");
    fill(root, { "src/out/new.bin": "made", "src/out/new.tmp": "stays" });
    await checkpoints.restore(id, root);
    expect(readFileSync(join(root, ".env"), "utf8")).toBe("SECRET=1");
    expect(readFileSync(join(root, "src/out/cache.bin"), "utf8")).toBe("cache");
    expect(Object.keys(look(join(root, "src/out"))).toSorted()).toEqual(["big.tmp", "cache.bin", "new.tmp"]);
  });
});

const name = fc.constantFrom("a", "b", "lib", "x.log", "y.ts");
const file = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const pattern = fc
  .tuple(
    fc.constantFrom("", "", "!"),
    fc.constantFrom("", "/", "**/"),
    fc.constantFrom("a", "b", "lib", "*.log", "a/b", "lib/*", "*", "?", "a/**", "[ab]", "**/y.ts"),
    fc.constantFrom("", "", "/"),
  )
  .map((parts) => parts.join(""));
const rules = fc.array(pattern, { maxLength: 4 }).map((lines) => `${lines.join("\n")}\n`);

it("what is captured of any repository is what git lists", async () => {
  const { root, checkpoints } = bench();
  const empty = (await checkpoints.capture(root)).id;
  git(root, "init", "-q");
  await checkProperty(
    fc.asyncProperty(
      fc.array(file, { minLength: 1, maxLength: 12 }),
      rules,
      rules,
      fc.constantFrom("a", "lib"),
      async (files, atRoot, inFolder, folder) => {
        for (const found of readdirSync(root)) if (found !== ".git") removeAll(join(root, found));
        fill(root, { ".gitignore": atRoot });
        for (const path of [...files, `${folder}/.gitignore`]) tryToFill(root, path, inFolder);
        const { id } = await checkpoints.capture(root);
        const captured = checkpoints
          .diff(empty, id)
          .filter(({ path, after }) => after && after.type !== "folder" && !path.startsWith(".git/"));
        const listed = git(root, "ls-files", "-z", "--others", "--exclude-standard").split("\0").slice(0, -1);
        expect(captured.map(({ path }) => path).toSorted()).toEqual(listed.toSorted());
      },
    ),
    { numRuns: 40 },
  );
});

/** A file where a folder is, or the reverse, is left out. */
function tryToFill(root: string, path: string, text: string): void {
  try {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), basename(path) === ".gitignore" ? text : "x");
  } catch {
    return;
  }
}
