import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { gitFolderOf, harmlessCommonFolder } from "../src/protected/git-folder.ts";

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
    for (const name of ["hooks", "config", "config.worktree", "commondir", "info/attributes"])
      expect(protect).toContain(join(root, "repo/.git", name));
    expect(protect).not.toContain(join(root, "repo/.git"));
  });

  it("can be made again by commands that have made it, and keeps its attributes", () => {
    const root = tree(repository);
    const git = join(root, "repo/.git");
    const made = gitFolderOf(join(root, "repo"), (path) => path === git);
    expect(made).toEqual({
      writable: [],
      create: [git, join(root, "repo")],
      protect: [join(git, "info/attributes")],
      repository: { root: join(root, "repo"), common: git, folder: git },
      isMade: true,
    });
    const others = [
      gitFolderOf(join(root, "repo"), () => false),
      gitFolderOf(join(root, "repo/sub"), () => true),
    ];
    expect(others.map(({ isMade, writable }) => [isMade, writable])).toEqual([
      [false, [git]],
      [false, [git]],
    ]);
  });

  it("is that of the repository for a folder in it, which may become one of its own", () => {
    const root = tree(repository);
    const { writable, create, repository: found } = gitFolderOf(join(root, "repo/sub"));
    expect(writable).toEqual([join(root, "repo/.git")]);
    expect(create).toEqual([
      join(root, "repo/sub/.git"),
      join(root, "repo/sub"),
      join(root, "repo/.git/modules"),
    ]);
    const git = join(root, "repo/.git");
    expect(found).toEqual({ root: join(root, "repo"), common: git, folder: git });
  });

  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ["without one", { "work/": "" }, [".git", ""]],
    ["with an empty one", { "work/.git/": "" }, [".git", ""]],
    ["with one that is no repository", { "work/.git/config": "" }, []],
    ["in a repository, with an empty one", { ".git/HEAD": "", "work/.git/": "" }, [".git", ""]],
    ["in a repository, with one that is none", { ".git/HEAD": "", "work/.git/x": "" }, []],
  ])("can be made in a folder %s: see what", (_, files, names) => {
    const root = tree(files);
    const { create, protect, writable } = gitFolderOf(join(root, "work"));
    expect(create).toEqual(names.map((name) => join(root, "work", name)));
    expect(protect).toEqual(names.length > 0 ? [] : [join(root, "work/.git")]);
    expect(writable).toEqual([]);
  });

  it("of a bare repository is the workspace", () => {
    const root = tree({
      "bare/HEAD": "",
      "bare/objects/": "",
      "bare/refs/": "",
      "bare/modules/a/b/HEAD": "",
    });
    const { create, protect } = gitFolderOf(join(root, "bare"));
    expect(create).toEqual([]);
    for (const name of ["config", "hooks", "modules/a/b/hooks"])
      expect(protect).toContain(join(root, "bare", name));
  });

  it("of a submodule is writable where its settings name the folder", () => {
    const files = {
      "main/.git/HEAD": "",
      "main/sub/.git": "gitdir: ../.git/modules/sub\n",
      "main/.git/modules/sub/HEAD": "",
      "main/.git/modules/sub/config": "[core]\n\tbare = false\n\tworktree = ../../../sub\n",
    };
    const root = tree(files);
    const folder = join(root, "main/.git/modules/sub");
    expect(gitFolderOf(join(root, "main/sub"))).toMatchObject({
      writable: [folder],
      repository: { root: join(root, "main/sub"), common: folder, folder },
    });
    expect(gitFolderOf(join(root, "main")).protect).toContain(join(folder, "hooks"));
    for (const [name, text] of [
      ["config", "[core]\n\tworktree = ../../../other\n"],
      ["config", "[core]\n\tbare = false\n"],
      ["commondir", "/elsewhere\n"],
    ] as const) {
      const other = tree({ ...files, [`main/.git/modules/sub/${name}`]: text, "main/other/": "" });
      expect(gitFolderOf(join(other, "main/sub"))).toMatchObject({ writable: [], repository: undefined });
    }
  });

  it("protects what other worktrees obey, and all submodules where there are many", () => {
    const many = Object.fromEntries([...Array(41).keys()].map((n) => [`repo/.git/modules/m${n}/HEAD`, ""]));
    const root = tree({ ...linked, ...many });
    const { protect } = gitFolderOf(join(root, "repo"));
    expect(protect).toContain(join(root, "repo/.git/worktrees/tree/commondir"));
    expect(protect).toContain(join(root, "repo/.git/modules"));
    expect(protect).not.toContain(join(root, "repo/.git/modules/m1/hooks"));
    rmSync(join(root, "repo/.git/modules/m0"), { recursive: true });
    expect(gitFolderOf(join(root, "repo")).protect).toContain(join(root, "repo/.git/modules/m1/hooks"));
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
    expect(gitFolderOf(join(root, "tree"))).toMatchObject({
      writable: [],
      protect: [join(root, "tree/.git")],
    });
  });

  it("grants nothing where the folder says that another one is its own, and all where it says nothing", () => {
    const other = tree({ ...repository, "repo/.git/commondir": "/elsewhere\n" });
    expect(gitFolderOf(join(other, "repo"))).toMatchObject({
      writable: [],
      protect: [join(other, "repo/.git")],
    });
    const harmless = tree({ ...repository, "repo/.git/commondir": harmlessCommonFolder });
    expect(gitFolderOf(join(harmless, "repo")).writable).toEqual([join(harmless, "repo/.git")]);
  });

  it("grants nothing where what names another folder cannot be read", () => {
    const root = tree({ ...repository, "repo/.git/commondir/": "" });
    expect(gitFolderOf(join(root, "repo"))).toMatchObject({
      writable: [],
      protect: [join(root, "repo/.git")],
    });
  });

  it("grants nothing behind a link", () => {
    const root = tree({ ...repository, "work/": "" });
    symlinkSync(join(root, "repo/.git"), join(root, "work/.git"));
    expect(gitFolderOf(join(root, "work"))).toMatchObject({
      writable: [],
      protect: [join(root, "work/.git")],
    });
  });
});
