import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { bench, digest, look, removeAll } from "./trees.ts";

type Edit = readonly [
  kind: "write" | "remove" | "mode" | "link" | "move" | "folder",
  path: string,
  detail: number,
];

/** Few names, so that files, folders and links meet at the same places. */
const path = fc
  .array(fc.constantFrom("a", "b", "ü", "x.ts"), { minLength: 1, maxLength: 4 })
  .map((names) => names.join("/"));
const edits = fc.array(
  fc.tuple(
    fc.constantFrom("write", "remove", "mode", "link", "move", "folder"),
    path,
    fc.nat(40),
  ) as fc.Arbitrary<Edit>,
  { maxLength: 25 },
);
const modes = [0o644, 0o755, 0o600, 0o700, 0o440];

/** Does what can be done, and makes room for it as a careless tool would. */
function doEdit(root: string, [kind, at, detail]: Edit): void {
  const place = join(root, at);
  makeRoom(root, dirname(at));
  const there = lstatSync(place, { throwIfNoEntry: false });
  if (kind === "remove") return rmSync(place, { recursive: true, force: true });
  if (kind === "mode") {
    if (there && !there.isSymbolicLink())
      chmodSync(place, there.isDirectory() ? 0o700 + (detail % 8) : modes[detail % 5]!);
    return;
  }
  if (kind === "move") {
    if (!there) return;
    const target = join(root, `moved-${detail % 5}`);
    removeAll(target);
    return renameSync(place, target);
  }
  if (kind === "folder") return void (there?.isDirectory() || (removeAll(place), mkdirSync(place)));
  removeAll(place);
  if (kind === "link") symlinkSync(["a", "../b", "/nowhere", "a/b"][detail % 4]!, place);
  else writeFileSync(place, "content ".repeat(detail));
}

function makeRoom(root: string, folder: string): void {
  let way = root;
  for (const name of folder === "." ? [] : folder.split("/")) {
    way = join(way, name);
    if (!lstatSync(way, { throwIfNoEntry: false })?.isDirectory()) {
      removeAll(way);
      mkdirSync(way);
    }
  }
}

it("any state comes back from any other, and the other from it", async () => {
  await checkProperty(
    fc.asyncProperty(edits, edits, async (first, second) => {
      const { root, checkpoints } = bench();
      for (const edit of first) doEdit(root, edit);
      const before = look(root);
      const a = await checkpoints.capture(root);
      for (const edit of second) doEdit(root, edit);
      const after = look(root);
      const b = await checkpoints.capture(root);
      expect(a.id === b.id).toBe(JSON.stringify(sorted(before)) === JSON.stringify(sorted(after)));

      const planned = await checkpoints.changes(a.id, root);
      const done = await checkpoints.restore(a.id, root);
      expect(new Set(done)).toEqual(new Set(planned));
      expect(look(root)).toEqual(before);
      expect((await checkpoints.capture(root)).id).toBe(a.id);
      await checkpoints.restore(b.id, root);
      expect(look(root)).toEqual(after);
      expect(await checkpoints.changes(b.id, root)).toEqual([]);
      const paths = checkpoints.diff(a.id, b.id).map((one) => one.path);
      const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
        (one) => before[one] !== after[one],
      );
      expect(new Set(paths)).toEqual(new Set(differing));
      checkpoints.close();
      removeAll(dirname(root));
    }),
    { numRuns: 40 },
  );
});

function sorted(found: Record<string, string>): readonly (readonly [string, string])[] {
  return Object.entries(found).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

it("brings any changes of any tree to another machine, and what they were to a third", async () => {
  await checkProperty(
    fc.asyncProperty(edits, edits, async (common, changes) => {
      const [here, there, reader] = [bench(), bench(), bench()];
      for (const edit of common) for (const { root } of [here, there]) doEdit(root, edit);
      const base = await here.checkpoints.capture(here.root);
      expect((await there.checkpoints.capture(there.root)).id).toBe(base.id);
      for (const edit of changes) doEdit(here.root, edit);
      const { id } = await here.checkpoints.capture(here.root);
      const blobs = new Map<string, Uint8Array>();
      const place = {
        base: base.id,
        published: new Set<string>(),
        put: async (bytes: Uint8Array) => blobs.set(digest(bytes), bytes),
      };
      await here.checkpoints.publish(id, place);
      const get = async (hash: string) => blobs.get(hash);
      expect(await there.checkpoints.receive(id, get)).toBe(true);
      await there.checkpoints.restore(id, there.root);
      expect(look(there.root)).toEqual(look(here.root));
      for (const one of [base.id, id]) await reader.checkpoints.receive(one, get);
      const differences = reader.checkpoints.diff(base.id, id);
      expect(differences).toEqual(here.checkpoints.diff(base.id, id));
      for (const entry of differences.flatMap(({ before, after }) => [before, after]))
        if (entry && entry.type !== "folder") reader.checkpoints.content(entry.hash);
      expect(await reader.checkpoints.receive("0".repeat(64), get)).toBe(false);
    }),
    { numRuns: 12 },
  );
});
