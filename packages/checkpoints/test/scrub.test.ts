import { randomBytes } from "node:crypto";
import { readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { zstdDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { layersOf } from "../src/layers.ts";
import { bench, fill, git, look, removeAll } from "./trees.ts";

const secret = `Zq7${randomBytes(18).toString("hex")}`;
const holds = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes(secret);

/** Where a secret still is: files of the store by their bytes, and what the store has packed. */
function found(folder: string): readonly string[] {
  const files = readdirSync(folder).filter((name) => holds(readFileSync(join(folder, name))));
  const database = new DatabaseSync(join(folder, "checkpoints.db"), { readOnly: true });
  const rows = database.prepare("SELECT lower(hex(hash)) AS hash, packing, bytes FROM objects").all();
  database.close();
  const objects = rows.filter(({ packing, bytes }) => {
    const plain = packing === 1 ? zstdDecompressSync(bytes as Uint8Array) : (bytes as Uint8Array);
    return [...layersOf(plain)].some(holds);
  });
  return [...files, ...objects.map(({ hash }) => String(hash))];
}

const long = `${"a line of a file\n".repeat(500)}KEY=${secret}\n${"another\n".repeat(500)}`;

describe("scrubbing a store", () => {
  it.each<readonly [string, (root: string) => void]>([
    ["a small file", (root) => fill(root, { config: `KEY=${secret}` })],
    ["a file that was packed", (root) => fill(root, { config: long })],
    ["a link's target", (root) => symlinkSync(`/nowhere/${secret}`, join(root, "config"))],
    ["a file's name", (root) => fill(root, { [`config-${secret}`]: "x" })],
    ["a folder's name", (root) => fill(root, { [`deep/config-${secret}/file`]: "x" })],
    ["a rule", (root) => fill(root, { ".gitignore": `/${secret}\n` })],
    ["an object of git", (root) => commit(root, false)],
    ["a pack of git", (root) => commit(root, true)],
  ])("leaves nothing of a secret in %s", async (_, prepare) => {
    const { root, store, checkpoints } = bench();
    fill(root, { other: "other" });
    prepare(root);
    const { id } = await checkpoints.capture(root);
    expect(found(store)).not.toEqual([]);
    const scrubbed = await checkpoints.scrub(holds);
    expect(scrubbed.contents + scrubbed.snapshots).toBeGreaterThan(0);
    expect(found(store)).toEqual([]);
    expect(await checkpoints.scrub(holds)).toEqual({ contents: 0, snapshots: 0 });
    expect(checkpoints.snapshot(id) === undefined).toBe(scrubbed.snapshots > 0);
  });

  it("names what it cannot bring back then, and brings all else back", async () => {
    const { root, checkpoints } = bench();
    fill(root, { config: long, same: secret, other: "other" });
    const { id } = await checkpoints.capture(root);
    await checkpoints.scrub(holds);
    for (const name of ["config", "other"]) rmSync(join(root, name));
    const expected = [
      { path: "config", change: "blocked", reason: expect.stringContaining("secret") },
      { path: "other", change: "created" },
    ];
    expect(await checkpoints.changes(id, root)).toMatchObject(expected);
    expect(await checkpoints.restore(id, root)).toMatchObject(expected);
    expect(readFileSync(join(root, "other"), "utf8")).toBe("other");
  });

  it("keeps again what a file still holds when the next snapshot is made", async () => {
    const { root, checkpoints } = bench();
    fill(root, { config: long });
    const first = await checkpoints.capture(root);
    await checkpoints.scrub(holds);
    expect((await checkpoints.capture(root)).id).toBe(first.id);
    const before = look(root);
    rmSync(join(root, "config"));
    await checkpoints.restore(first.id, root);
    expect(look(root)).toEqual(before);
  });

  it("leaves all as it is when nothing is found", async () => {
    const { root, checkpoints } = bench();
    fill(root, { a: "1", "b/c": "2" });
    const { id } = await checkpoints.capture(root);
    const before = look(root);
    expect(await checkpoints.scrub(holds)).toEqual({ contents: 0, snapshots: 0 });
    removeAll(join(root, "b"));
    await checkpoints.restore(id, root);
    expect(look(root)).toEqual(before);
  });
});

/** The secret was in a file of the first of two commits, and is in the repository alone. */
function commit(root: string, isPacked: boolean): void {
  git(root, "init", "-q");
  for (const [text, message] of [
    [long, "first"],
    ["changed", "second"],
  ] as const) {
    writeFileSync(join(root, "config"), text);
    git(root, "add", "config");
    git(root, "commit", "-qm", message);
  }
  if (isPacked) git(root, "gc", "-q");
}
