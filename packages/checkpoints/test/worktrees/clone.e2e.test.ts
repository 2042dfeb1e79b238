import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
import { checkOutCommit, pinCommit } from "../../src/worktrees/index.ts";
import { git, testRepository } from "./repository-for-tests.ts";

it("makes the files of the commit that a branch, a tag or nothing named, whatever came later", async () => {
  await using repository = await testRepository();
  await using folder = await temporaryFolder();
  const { path } = repository;
  const first = repository.run("rev-parse", "HEAD").trim();
  repository.run("-c", "user.name=T", "-c", "user.email=t@example.org", "tag", "-a", "-m", "v1", "v1");
  repository.run("branch", "old");
  await repository.write("a.txt", "changed\n");
  repository.commit("Second");
  const second = repository.run("rev-parse", "HEAD").trim();
  const pin = async (word: string) => (await pinCommit(git, word, folder.path)).commit;
  expect(await pin(path)).toBe(second);
  expect(await pin(`file://${path}#main`)).toBe(second);
  for (const ref of ["v1", "old", first]) expect(await pin(`${path}#${ref}`)).toBe(first);
  const made = join(folder.path, "made");
  await checkOutCommit(git, { url: path, commit: first }, made);
  expect(readFileSync(join(made, "a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
  expect((await git(["rev-parse", "HEAD"], made)).stdout.trim()).toBe(first);
  expect((await git(["status", "--porcelain"], made)).stdout).toBe("");
});

it.each([
  ["--upload-pack=touch pwned", /no address of a repository/],
  ["ext::sh -c touch% pwned", /no address of a repository/],
  ["/tmp/x::y", /no address of a repository/],
  ["ssh://-oProxyCommand=touch/x", /no address of a repository/],
  ["ssh://-oProxyCommand=touch@host/x", /no address of a repository/],
  ["-oProxyCommand=touch@host:x", /no address of a repository/],
  ["http://example.org/x", /no address of a repository/],
  ["git://example.org/x", /no address of a repository/],
  ["https://me:token@example.org/x", /has a password in it/],
  ["HERE#--upload-pack=touch", /no branch or tag/],
  ["HERE#missing", /has no branch or tag "missing"/],
  ["/missing", /cannot be read/],
])("refuses %s", async (word, why) => {
  await using repository = await testRepository();
  await using folder = await temporaryFolder();
  const pinning = pinCommit(git, word.replace("HERE", repository.path), folder.path);
  await expect(pinning).rejects.toMatchObject({
    name: "ConfigError",
    message: expect.stringMatching(why) as string,
  });
  await expect(pinning).rejects.not.toThrow(/token/);
  expect(existsSync(join(folder.path, "pwned"))).toBe(false);
});

it("runs nothing of the repository, and leaves its submodules empty", async () => {
  await using repository = await testRepository();
  await using folder = await temporaryFolder();
  await repository.write(".gitmodules", '[submodule "s"]\n\tpath = s\n\turl = ext::touch pwned\n');
  repository.run("add", ".gitmodules");
  repository.run("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},s`);
  repository.run("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", "Submodule");
  repository.run("config", "core.fsmonitor", "touch pwned");
  repository.run("config", "uploadpack.packObjectsHook", "touch pwned");
  const made = join(folder.path, "made");
  await checkOutCommit(git, await pinCommit(git, repository.path, folder.path), made);
  for (const place of [folder.path, made, repository.path])
    expect(existsSync(join(place, "pwned"))).toBe(false);
  expect(existsSync(join(made, ".git", "hooks"))).toBe(false);
});
