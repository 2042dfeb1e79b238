import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { gitFolderOf, harmlessCommonFolder, isWithin } from "../src/barrier/git-folder.ts";

/** Files by their path; a path that ends in `/` is a folder. */
function tree(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skein-git-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(name.endsWith("/") ? path : dirname(path), { recursive: true });
    if (!name.endsWith("/")) writeFileSync(path, text.replaceAll("ROOT", root));
  }
  return root;
}

const repository = { "repo/.git/HEAD": "ref: refs/heads/main", "repo/sub/": "" };
const linked = {
  ...repository,
  "tree/.git": "gitdir: ROOT/repo/.git/worktrees/tree\n",
  "repo/.git/worktrees/tree/gitdir": "ROOT/tree/.git\n",
  "repo/.git/worktrees/tree/commondir": "../..\n",
};

describe("the Git folder of a workspace", () => {
  it("is writable but for what Git runs", () => {
    const root = tree(repository);
    const { writable, protect } = gitFolderOf(join(root, "repo"));
    expect(writable).toEqual([join(root, "repo/.git")]);
    for (const name of ["hooks", "config", "config.worktree", "commondir", "modules"])
      expect(protect).toContain(join(root, "repo/.git", name));
    expect(protect).not.toContain(join(root, "repo/.git"));
  });

  it("is that of the repository for a folder in it, which may not become one of its own", () => {
    const root = tree(repository);
    const { writable, protect } = gitFolderOf(join(root, "repo/sub"));
    expect(writable).toEqual([join(root, "repo/.git")]);
    expect(protect).toContain(join(root, "repo/sub/.git"));
  });

  it("is that of the repository for a linked worktree that is named back", () => {
    const root = tree(linked);
    const { writable, protect } = gitFolderOf(join(root, "tree"));
    expect(writable).toEqual([join(root, "repo/.git")]);
    expect(protect).toContain(join(root, "tree/.git"));
    for (const name of ["commondir", "gitdir", "config.worktree"])
      expect(protect).toContain(join(root, "repo/.git/worktrees/tree", name));
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    [
      "names a folder that does not name it",
      { ...linked, "repo/.git/worktrees/tree/gitdir": "ROOT/other/.git\n" },
    ],
    [
      "names a folder that was made up, whose repository is any folder",
      {
        ...repository,
        "private/": "",
        "tree/.git": "gitdir: ROOT/tree/made-up\n",
        "tree/made-up/gitdir": "ROOT/tree/.git\n",
        "tree/made-up/commondir": "ROOT/private\n",
      },
    ],
    ["names nothing", { ...repository, "tree/.git": "gitdir: \n" }],
    ["names what does not exist", { ...repository, "tree/.git": "gitdir: ROOT/gone\n" }],
  ])("grants nothing where the .git file %s", (_, files) => {
    const root = tree(files);
    expect(gitFolderOf(join(root, "tree"))).toEqual({ writable: [], protect: [join(root, "tree/.git")] });
  });

  it("grants nothing where the folder says that another one is its own, and all where it says nothing", () => {
    const other = tree({ ...repository, "repo/.git/commondir": "/elsewhere\n" });
    expect(gitFolderOf(join(other, "repo"))).toEqual({ writable: [], protect: [join(other, "repo/.git")] });
    const harmless = tree({ ...repository, "repo/.git/commondir": harmlessCommonFolder });
    expect(gitFolderOf(join(harmless, "repo")).writable).toEqual([join(harmless, "repo/.git")]);
  });

  it("grants nothing behind a link", () => {
    const root = tree({ ...repository, "work/": "" });
    symlinkSync(join(root, "repo/.git"), join(root, "work/.git"));
    expect(gitFolderOf(join(root, "work"))).toEqual({ writable: [], protect: [join(root, "work/.git")] });
  });
});

it.each([
  ["/a", "/a", true],
  ["/a/b", "/a", true],
  ["/a/..b", "/a", true],
  ["/ab", "/a", false],
  ["/", "/a", false],
  ["/b", "/a", false],
  ["/a", "/", true],
])("%s within %s: %s", (path, folder, expected) => {
  expect(isWithin(path, folder)).toBe(expected);
});
