import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { namedIn, objectId, openObjects, readTree } from "../src/protected/git-objects.ts";
import { searchHistory } from "../src/protected/history.ts";
import { readRefs } from "../src/protected/refs.ts";

const names = {
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a",
};

/** A repository with content that no other test has: what was proved is remembered by its id. */
async function repositoryWith(format = "sha1") {
  const folder = await temporaryFolder();
  const root = folder.path;
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, ...names },
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  git("init", "-q", `--object-format=${format}`, "-b", "main", ".");
  const unique = crypto.randomUUID();
  const commit = (path: string, text: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
    git("add", "-A");
    git("commit", "-qm", text);
  };
  commit("a/b/file", `first ${unique}`);
  commit("a/b/file", `second ${unique}`);
  const common = join(root, ".git");
  const repository = { root, common, folder: common };
  const place = (id: string) => join(common, "objects", id.slice(0, 2), id.slice(2));
  const forge = (id: string, by: string) => {
    chmodSync(place(id), 0o644);
    copyFileSync(place(by), place(id));
  };
  const queryOf = (text: string, mode = "100644", path = "a/b/file") => ({
    path,
    entries: [{ mode, id: objectId("blob", Buffer.from(text), format === "sha1" ? 40 : 64) }],
  });
  const isKnown = async (...query: Parameters<typeof queryOf>) =>
    (await searchHistory(repository, readRefs(repository), [queryOf(...query)])).known.size === 1;
  return {
    repository,
    git,
    unique,
    commit,
    forge,
    isKnown,
    queryOf,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

it("refs in a reftable prove nothing: they are not read, and content counts as new", async () => {
  await using repository = await repositoryWith();
  const { common } = repository.repository;
  expect(await repository.isKnown(`second ${repository.unique}`)).toBe(true);
  // As Git 2.45 and later store them with --ref-format=reftable.
  for (const name of ["refs", "logs", "packed-refs"])
    rmSync(join(common, name), { recursive: true, force: true });
  mkdirSync(join(common, "refs"));
  mkdirSync(join(common, "reftable"));
  writeFileSync(join(common, "HEAD"), "ref: refs/heads/.invalid\n");
  writeFileSync(join(common, "refs", "heads"), "this repository uses the reftable format\n");
  writeFileSync(join(common, "reftable", "tables.list"), "0x000000000001-0x000000000002-1a2b3c4d.ref\n");
  expect([...readRefs(repository.repository)]).toEqual([]);
  const { known } = await searchHistory(repository.repository, readRefs(repository.repository), [
    repository.queryOf(`second ${repository.unique}`),
  ]);
  expect([...known]).toEqual([]);
});

it("a commit that names no tree counts for nothing, and the others are searched all the same", async () => {
  await using at = await repositoryWith();
  const file = join(at.repository.root, "commit");
  writeFileSync(file, `author a <a> 1 +0000\ncommitter a <a> 1 +0000\n\n${at.unique}\n`);
  const id = at.git("hash-object", "-t", "commit", "-w", "--literally", file);
  writeFileSync(join(at.repository.common, "refs/heads/broken"), `${id}\n`);
  expect(await at.isKnown(`third ${at.unique}`)).toBe(false);
  for (const text of ["first", "second"]) expect(await at.isKnown(`${text} ${at.unique}`)).toBe(true);
});

describe("objects of a repository", () => {
  it("are read with their type, and are what their ids say", async () => {
    await using at = await repositoryWith();
    const [head, tree, blob] = ["HEAD", "HEAD^{tree}", "HEAD:a/b/file"].map((name) =>
      at.git("rev-parse", name),
    );
    const objects = openObjects(at.repository);
    const read = await objects.read([head ?? "", "0".repeat(40), tree ?? "", blob ?? ""]);
    expect(read.map((one) => one?.type)).toEqual(["commit", undefined, "tree", "blob"]);
    expect(String(read[3]?.content)).toBe(`second ${at.unique}`);
    expect(namedIn(read[0]?.content ?? Buffer.of(), "tree")).toEqual([tree]);
    expect(namedIn(read[0]?.content ?? Buffer.of(), "parent")).toEqual([at.git("rev-parse", "HEAD~1")]);
    expect([...readTree(read[2]?.content ?? Buffer.of(), 40).keys()]).toEqual(["a"]);
    expect(await objects.read([])).toEqual([]);
    objects.close();
  });

  it("that were put in the place of others are not believed", async () => {
    await using at = await repositoryWith();
    const [blob, other] = ["HEAD:a/b/file", "HEAD~1:a/b/file"].map((name) => at.git("rev-parse", name));
    at.forge(blob ?? "", other ?? "");
    const objects = openObjects(at.repository);
    expect(await objects.read([blob ?? "", other ?? ""])).toMatchObject([undefined, { type: "blob" }]);
    objects.close();
  });

  it("are none where there is no repository", async () => {
    await using folder = await temporaryFolder();
    const root = folder.path;
    const objects = openObjects({ root, common: join(root, ".git"), folder: join(root, ".git") });
    expect(await objects.read(["0".repeat(40)])).toEqual([undefined]);
    expect(await objects.read(["0".repeat(40)])).toEqual([undefined]);
    objects.close();
  });
});

describe("the history", () => {
  it.each(["sha1", "sha256"])("has what a ref leads to at a path, with its mode: %s", async (format) => {
    await using at = await repositoryWith(format);
    expect(await at.isKnown(`second ${at.unique}`)).toBe(true);
    expect(await at.isKnown(`first ${at.unique}`)).toBe(true);
    expect(await at.isKnown(`first ${at.unique}`, "100755")).toBe(false);
    expect(await at.isKnown(`first ${at.unique}`, "100644", "a/file")).toBe(false);
    expect(await at.isKnown(`third ${at.unique}`)).toBe(false);
  });

  it("has what only a tag, a stash or a packed branch leads to", async () => {
    await using at = await repositoryWith();
    at.commit("a/b/file", `tagged ${at.unique}`);
    at.git("tag", "-am", "t", "t");
    at.git("reset", "-q", "--hard", "HEAD~1");
    writeFileSync(join(at.repository.root, "a/b/file"), `stashed ${at.unique}`);
    at.git("stash", "-q");
    writeFileSync(join(at.repository.root, "a/b/file"), `again ${at.unique}`);
    at.git("stash", "-q");
    at.git("update-ref", "-d", "ORIG_HEAD");
    at.git("pack-refs", "--all");
    for (const word of ["tagged", "stashed", "again"])
      expect(await at.isKnown(`${word} ${at.unique}`)).toBe(true);
  });

  // What was proved is remembered, so that each is forged before it is read.
  it.each(["nothing", "replaced", "folder", "commit"])(
    "has nothing of a branch that is gone: %s forged",
    async (forged) => {
      await using at = await repositoryWith();
      const evil = `evil ${at.unique}`;
      at.git("switch", "-q", "--orphan", "made");
      at.commit("a/b/file", evil);
      const [made = "", madeTree = "", head = "", tree = "", first = ""] = [
        "made",
        "made:a/b",
        "main",
        "main:a/b",
        "main~1",
      ].map((name) => at.git("rev-parse", name));
      at.git("switch", "-q", "main");
      at.git("branch", "-qD", "made");
      at.git("update-ref", "-d", "ORIG_HEAD");
      if (forged === "replaced") at.git("replace", head, made);
      if (forged === "folder") at.forge(tree, madeTree);
      if (forged === "commit") at.forge(first, made);
      expect(await at.isKnown(evil)).toBe(false);
    },
  );
});

it("of a commit or tag, only the header says where it leads", () => {
  const commit = "tree 0a\nparent 0b\nparent 0c\nauthor a\n\nparent 0d\ntree 0e\nobject 0f\n";
  expect(namedIn(Buffer.from(commit), "parent")).toEqual(["0b", "0c"]);
  expect(namedIn(Buffer.from(commit), "tree")).toEqual(["0a"]);
  expect(namedIn(Buffer.from("object 0a\ntype commit\n\nobject 0b\n"), "object")).toEqual(["0a"]);
  expect(namedIn(Buffer.from("object 0a\ntype commit\n"), "object")).toEqual(["0a"]);
});
