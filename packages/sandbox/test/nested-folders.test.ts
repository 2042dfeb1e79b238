import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { repositoriesBelow } from "../src/protected/nested-folders.ts";
import { riskySettings } from "../src/protected/repository-settings.ts";

const nothing: ReadonlySet<string> = new Set();

it("finds repositories of every kind, but for links and what package managers fill", async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  const search = () => repositoriesBelow(folder.path, nothing).map((path) => relative(folder.path, path));
  for (const name of ["a/b/.git", "file", "link", "bare/objects", "bare/refs", "bare/x/.git"])
    mkdirSync(at(name), { recursive: true });
  mkdirSync(at("node_modules/x/.git"), { recursive: true });
  for (const name of ["file/.git", "bare/HEAD"]) writeFileSync(at(name), "x");
  for (const name of ["link/.git", "to"]) symlinkSync("a", at(name));
  const first = ["bare", "file/.git", "link/.git", "a/b/.git"];
  expect(search().toSorted()).toEqual(first.toSorted());
  mkdirSync(at("later/.git"), { recursive: true });
  expect(search().toSorted()).toEqual([...first, "later/.git"].toSorted());
  rmSync(at("later"), { recursive: true });
  expect(search().toSorted()).toEqual(first.toSorted());
});

it("searches a large project as deep as it did at first, and a small one to the end whatever is added", async () => {
  await using folder = await temporaryFolder();
  const make = (...names: readonly string[]) => {
    for (const name of names) mkdirSync(join(folder.path, name), { recursive: true });
  };
  const search = (root: string) =>
    repositoriesBelow(join(folder.path, root), nothing).map((path) => relative(folder.path, path));
  const many = (root: string) => Array.from({ length: 1_001 }, (_, n) => `${root}/${n}`);
  make("small", ...many("large/a/b"), "large/a/.git", "large/a/b/.git", "large/a/b/1/.git");
  expect(search("large")).toEqual(["large/a/.git", "large/a/b/.git"]);
  expect(search("small")).toEqual([]);
  make(...many("small/x"), "small/x/1/.git");
  expect(search("small")).toEqual(["small/x/1/.git"]);
});

it("does not search what is skipped", async () => {
  await using folder = await temporaryFolder();
  mkdirSync(join(folder.path, "a/b/.git"), { recursive: true });
  expect(repositoriesBelow(folder.path, new Set([join(folder.path, "a")]))).toEqual([]);
});

it.each<[text: string, risky: readonly string[]]>([
  ["[core]\n\tbare = false\n# a comment\n", []],
  ["[core]\n\tpager = less\n[user]\n\tname = a", ["[core]\npager = less"]],
  ["[alias]\n\ts = !x", ["[alias]\n[alias]", "[alias]\ns = !x"]],
  // What Git reads as one line is one: a harmless name in it is part of a value.
  ["[core]\n\tpager = a\\\n\tbare = b", ["[core]\npager = a\\", "[core]\nbare = b"]],
  ["[core]\n\tbare = \\\n\tbare = b", ["[core]\nbare = \\", "[core]\nbare = b"]],
])("of the settings %j, %j are not harmless", (text, risky) => {
  expect(riskySettings(text)).toEqual(risky);
});
