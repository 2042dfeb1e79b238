import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { bench, look, removeAll } from "./trees.ts";

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
  await fc.assert(
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
