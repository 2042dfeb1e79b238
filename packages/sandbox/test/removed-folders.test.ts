import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openRemovedFolders } from "../src/barrier/removed-folders.ts";

it("removes an empty folder at once, and leaves nothing behind when it is closed", () => {
  using world = worldWith("one", "two");
  world.remove("one");
  expect(world.names()).toEqual(["two"]);
  world.removed.close();
  expect(readdirSync(world.parent)).toEqual([]);
  world.remove("two");
  expect([...world.names(), ...readdirSync(world.parent)]).toEqual([]);
});

it("leaves a folder with something in it where it is", () => {
  using world = worldWith("one");
  writeFileSync(join(world.folder, "one", "file"), "");
  world.remove("one");
  expect(readdirSync(join(world.folder, "one"))).toEqual(["file"]);
});

it("moves nothing to where a command could put something into it", () => {
  using world = worldWith("one");
  world.remove("one", [world.parent]);
  expect([...world.names(), ...readdirSync(world.parent)]).toEqual([]);
});

function worldWith(...names: readonly string[]) {
  const base = mkdtempSync(join(tmpdir(), "skein-removed-test-"));
  const [folder, parent] = [join(base, "folder"), join(base, "parent")];
  for (const path of [folder, parent, ...names.map((name) => join(folder, name))]) mkdirSync(path);
  const removed = openRemovedFolders(parent);
  return {
    folder,
    parent,
    removed,
    remove: (name: string, writable = [folder]) => removed.removeFolder(writable)(join(folder, name)),
    names: () => readdirSync(folder),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}
