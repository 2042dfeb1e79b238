import { chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bench, fill, removeAll } from "./trees.ts";

const project = {
  ".gitignore": "node_modules/\n*.log\nout/\n.env\n",
  ".env": "KEY=1",
  "a.log": "line\n",
  "src/b.log": "line\n",
  "src/main.ts": "main",
  "out/js/main.js": "built",
  "node_modules/lib/index.js": "lib",
  "node_modules/lib/deep/er/file.js": "lib",
};

describe("what becomes of ignored files", () => {
  it.each<readonly [string, (root: string) => void, Readonly<Record<string, string>>]>([
    ["nothing", () => undefined, {}],
    ["a file that changes nothing of them", (root) => fill(root, { "src/main.ts": "x" }), {}],
    ["a file that goes", (root) => removeAll(join(root, ".env")), { ".env": "went" }],
    ["a file that is written in place", (root) => fill(root, { ".env": "KEY=2" }), { ".env": "changed" }],
    ["a file of the same size", (root) => fill(root, { "a.log": "LINE\n" }), { "a.log": "changed" }],
    ["a file that comes", (root) => fill(root, { "src/c.log": "x" }), { "src/c.log": "came" }],
    ["a mode", (root) => chmodSync(join(root, ".env"), 0o600), { ".env": "changed" }],
    ["a mode of a folder", (root) => chmodSync(join(root, "out/js"), 0o700), { "out/js": "changed" }],
    ["a folder that goes", (root) => removeAll(join(root, "node_modules")), { node_modules: "went" }],
    ["a folder that comes", (root) => mkdirSync(join(root, "src/out")), { "src/out": "came" }],
    [
      "a folder that changes its name",
      (root) => renameSync(join(root, "out"), join(root, "src/out")),
      {
        out: "went",
        "src/out": "came",
      },
    ],
    [
      "one deep in a folder",
      (root) => fill(root, { "node_modules/lib/deep/er/file.js": "bad" }),
      {
        "node_modules/lib/deep/er/file.js": "changed",
      },
    ],
    ["the folder that holds one", (root) => removeAll(join(root, "src")), { "src/b.log": "went" }],
    [
      "a file where a folder was",
      (root) => {
        removeAll(join(root, "out"));
        writeFileSync(join(root, "out"), "x");
      },
      { out: "went" },
    ],
  ])("is told of %s", async (_, change, expected) => {
    const { root, checkpoints } = bench();
    fill(root, project);
    const before = await checkpoints.capture(root);
    change(root);
    const after = await checkpoints.capture(root);
    const found = checkpoints
      .diff(before.id, after.id)
      .flatMap(({ path, ignored }) => (ignored ? [[path, ignored]] : []));
    expect(Object.fromEntries(found)).toEqual(expected);
    expect(await checkpoints.changes(after.id, root)).toEqual([]);
  });

  it("is not told of what was named, since that is kept", async () => {
    const { root, checkpoints } = bench();
    fill(root, project);
    const before = await checkpoints.capture(root, { named: [".env", "out/js"] });
    removeAll(join(root, "out"));
    removeAll(join(root, ".env"));
    removeAll(join(root, "a.log"));
    const after = await checkpoints.capture(root, { named: before.named });
    const found = checkpoints.diff(before.id, after.id).filter(({ ignored }) => ignored);
    expect(found).toEqual([
      { path: "a.log", ignored: "went" },
      { path: "out", ignored: "went" },
    ]);
  });

  it("is not known of more than is looked at, and that is said", async () => {
    const { root, checkpoints } = bench({ maxIgnored: 10 });
    fill(root, project);
    for (let file = 0; file < 10; file++) fill(root, { [`node_modules/lib/${file}.js`]: "x" });
    const { unseen } = await checkpoints.capture(root);
    expect(unseen).toEqual([{ path: "node_modules", reason: "it is ignored, and too large to watch" }]);
    expect((await checkpoints.capture(root)).unseen).toEqual(unseen);
  });

  it("is still known after old snapshots were deleted", async () => {
    const { root, checkpoints } = bench();
    fill(root, project);
    const before = await checkpoints.capture(root);
    removeAll(join(root, ".env"));
    const after = await checkpoints.capture(root);
    fill(root, { "node_modules/other/x": "x" });
    await checkpoints.capture(root);
    await checkpoints.collect([before.id, after.id], 0);
    expect(checkpoints.diff(before.id, after.id)).toEqual([{ path: ".env", ignored: "went" }]);
  });
});
