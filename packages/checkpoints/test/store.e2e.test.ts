import { existsSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openCheckpoints } from "../src/index.ts";
import { bench, digest, fill, look, removeAll, tempFolder } from "./trees.ts";

/** Some 800,000 characters that compress to half, no less. */
function incompressible(round: number): string {
  const hashes = Array.from({ length: 12_000 }, (_, index) => digest(Buffer.from(`${round} ${index}`)));
  return hashes.join();
}

/** A store with one snapshot, closed. */
async function oneSnapshot(): Promise<{ store: string; root: string; id: string; path: string }> {
  const { store, root, checkpoints } = bench();
  for (let file = 0; file < 300; file++) fill(root, { [`${file % 10}/${file}`]: `text ${file} `.repeat(50) });
  const { id } = await checkpoints.capture(root);
  checkpoints.close();
  return { store, root, id, path: join(store, "checkpoints.db") };
}

function overwrite(path: string, at: number, text: string): void {
  const bytes = readFileSync(path);
  bytes.write(text, at, "latin1");
  writeFileSync(path, bytes);
}

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

const harms: Record<string, (path: string) => void> = {
  "whose header is overwritten": (path) => overwrite(path, 0, "this is not a database at all"),
  "that is empty": (path) => truncateSync(path, 0),
  "cut in the middle": (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  "that is another program's database": (path) => {
    writeFileSync(path, "");
    change(path, "CREATE TABLE mine(x); INSERT INTO mine VALUES (1)");
  },
  "of a newer Skein": (path) => change(path, "PRAGMA user_version = 99"),
  "whose contents are others": (path) => change(path, "UPDATE objects SET bytes = x'00', packing = 0"),
  "whose contents are gone": (path) => change(path, "DELETE FROM objects"),
  "with a snapshot that is another": (path) => change(path, "UPDATE snapshots SET body = '{}'"),
};

describe("a store", () => {
  it.each(Object.keys(harms))("%s says so, and no file is touched", async (harm) => {
    const { store, root, id, path } = await oneSnapshot();
    harms[harm]!(path);
    writeFileSync(join(root, "1/1"), "changed");
    const before = look(root);
    using checkpoints = openCheckpoints(store);
    await expect(checkpoints.restore(id, root)).rejects.toMatchObject({
      name: "SessionError",
      code: "damaged",
      message: expect.stringContaining(store),
    });
    expect(look(root)).toEqual(before);
  });

  it("is readable by its owner alone", async () => {
    const { store, root, id } = await oneSnapshot();
    using checkpoints = openCheckpoints(store);
    await checkpoints.capture(root);
    expect(checkpoints.snapshot(id)?.files).toBe(300);
    expect(statSync(store).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(store))
      expect([name, statSync(join(store, name)).mode & 0o777]).toEqual([name, 0o600]);
  });

  it("in the way of which a file stands cannot be made", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "file"), "");
    using checkpoints = openCheckpoints(join(folder, "file", "checkpoints"));
    await expect(checkpoints.capture(folder)).rejects.toMatchObject({
      name: "SessionError",
      code: "read-only",
    });
  });

  it.runIf(process.platform === "linux")("cannot be made where no folder can be created", async () => {
    using checkpoints = openCheckpoints("/proc/skein/below/checkpoints");
    await expect(checkpoints.capture(tempFolder())).rejects.toThrow("/proc/skein");
  });

  it("does not capture itself, nor is it removed", async () => {
    const root = tempFolder();
    fill(root, { a: "1" });
    using checkpoints = openCheckpoints(join(root, "data"));
    const { id, files } = await checkpoints.capture(root);
    expect(files).toBe(1);
    fill(root, { a: "2", b: "3" });
    await checkpoints.restore(id, root);
    expect(readdirSync(root).toSorted()).toEqual(["a", "data"]);
    expect(readdirSync(join(root, "data"))).toContain("checkpoints.db");
  });

  it("has only the snapshots and contents that it was given", async () => {
    const { root, checkpoints } = bench();
    const missing = "0".repeat(64);
    expect(checkpoints.snapshot(missing)).toBeUndefined();
    expect(() => checkpoints.content(missing)).toThrow(/Content 0+ is not in the checkpoints/);
    await expect(checkpoints.restore(missing, root)).rejects.toMatchObject({ code: "not-found" });
  });

  it("gives contents of any size back as they were", async () => {
    const { root, checkpoints } = bench();
    const contents = [0, 1, 127, 128, 5000, 262_144, 262_145, 3_000_000].flatMap((size) => [
      Buffer.alloc(size, "skein "),
      Buffer.from(Array.from({ length: size }, (_, at) => (at * 7919 + ((at * at) % 251)) & 255)),
    ]);
    for (const [at, bytes] of contents.entries()) writeFileSync(join(root, String(at)), bytes);
    const { id } = await checkpoints.capture(root);
    for (const bytes of contents) expect(Buffer.compare(checkpoints.content(digest(bytes)), bytes)).toBe(0);
    const before = look(root);
    removeAll(root);
    await checkpoints.restore(id, root);
    expect(look(root)).toEqual(before);
  });
});

describe("collecting", () => {
  it("deletes unused content and frees its space", async () => {
    const { root, store, checkpoints } = bench();
    const ids: string[] = [];
    for (let round = 0; round < 8; round++) {
      fill(root, {
        shared: "the same",
        [`${round % 2}/file`]: incompressible(round),
      });
      ids.push((await checkpoints.capture(root)).id);
    }
    const latest = look(root);
    const kept = ids[3]!;
    const collected = await checkpoints.collect([kept], 0);
    expect(collected.snapshots).toBe(7);
    expect(collected.objects).toBeGreaterThan(7);
    expect(ids.filter((id) => checkpoints.snapshot(id))).toEqual([kept]);
    checkpoints.close();
    expect(statSync(join(store, "checkpoints.db")).size).toBeLessThan(2_000_000);

    const now = await checkpoints.capture(root);
    await checkpoints.restore(kept, root);
    expect(look(root)).not.toEqual(latest);
    await checkpoints.restore(now.id, root);
    expect(look(root)).toEqual(latest);
  });

  it("spares what was made within the grace", async () => {
    const { root, checkpoints } = bench();
    const { id } = await checkpoints.capture(root);
    expect((await checkpoints.collect([])).snapshots).toBe(0);
    expect(checkpoints.snapshot(id)).toBeDefined();
  });

  it("drops the oldest while the store is too large", async () => {
    const { root, checkpoints } = bench({ maxStoreBytes: 1_500_000 });
    const ids: string[] = [];
    for (let round = 0; round < 8; round++) {
      fill(root, { file: incompressible(round) });
      ids.push((await checkpoints.capture(root)).id);
    }
    const { usedBytes } = await checkpoints.collect(ids, 0);
    expect(usedBytes).toBeLessThanOrEqual(1_500_000);
    const left = ids.filter((id) => checkpoints.snapshot(id));
    expect(left.length).toBeGreaterThan(0);
    expect(left).toEqual(ids.slice(-left.length));
  });
});

describe("what cannot be done", () => {
  it("is blocked with the reason, and the rest is done", async () => {
    const { root, checkpoints } = bench();
    fill(root, { "a/file": "1", b: "2", ".gitignore": "*.log\n" });
    const { id } = await checkpoints.capture(root);
    removeAll(join(root, "b"));
    fill(root, { "b/kept.log": "ignored, in the way", "a/file": "changed" });
    const changes = await checkpoints.restore(id, root);
    expect(changes.find(({ path }) => path === "b")).toMatchObject({
      change: "blocked",
      reason: expect.stringContaining("folder"),
    });
    expect(readFileSync(join(root, "a/file"), "utf8")).toBe("1");
    expect(existsSync(join(root, "b/kept.log"))).toBe(true);
  });
});
