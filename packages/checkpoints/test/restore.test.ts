import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync } from "node:fs";
import { rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bench, fill, look, removeAll, tempFolder } from "./trees.ts";

const sources = {
  "main.ts": "main();\n",
  "src/one.ts": "export const one = 1;\n",
  "src/deep/er/two.ts": "export const two = 2;\n",
  "bin/run.sh": "#!/bin/sh\n",
};

describe("restoring", () => {
  it("brings back what rm -rf * took, with modes, links and empty folders", async () => {
    const { root, checkpoints } = bench();
    fill(root, { ...sources, "empty/x": "", "odd name\n.txt": "a" });
    rmSync(join(root, "empty/x"));
    chmodSync(join(root, "bin/run.sh"), 0o755);
    chmodSync(join(root, "src/deep"), 0o750);
    symlinkSync("src/one.ts", join(root, "link"));
    symlinkSync("nowhere", join(root, "dangling"));
    const before = look(root);
    const { id, files } = await checkpoints.capture(root);
    expect(files).toBe(7);

    execFileSync("sh", ["-c", "rm -rf *"], { cwd: root });
    expect(look(root)).toEqual({});
    const changes = await checkpoints.restore(id, root);
    expect(look(root)).toEqual(before);
    expect(changes).toHaveLength(Object.keys(before).length);
    expect(new Set(changes.map(({ change }) => change))).toEqual(new Set(["created"]));
    expect(await checkpoints.changes(id, root)).toEqual([]);
  });

  it("brings back the root itself", async () => {
    const { root, checkpoints } = bench();
    fill(root, sources);
    const before = look(root);
    const { id } = await checkpoints.capture(root);
    removeAll(root);
    await checkpoints.restore(id, root);
    expect(look(root)).toEqual(before);
  });

  it("undoes a formatter that rewrote 200 files, and does it again", async () => {
    const { root, checkpoints } = bench();
    for (let file = 0; file < 200; file++)
      fill(root, { [`src/${file % 40}/${file}.ts`]: `let a${file}=1\n` });
    const before = look(root);
    const first = await checkpoints.capture(root);
    for (let file = 0; file < 200; file++) {
      writeFileSync(join(root, `src/${file % 40}/${file}.ts`), `let a${file} = 1;\n`);
    }
    const after = look(root);
    const second = await checkpoints.capture(root);
    expect(checkpoints.diff(first.id, second.id)).toHaveLength(200);

    expect(await checkpoints.restore(first.id, root)).toHaveLength(200);
    expect(look(root)).toEqual(before);
    await checkpoints.restore(second.id, root);
    expect(look(root)).toEqual(after);
  });

  it("says what it would do, and then does just that", async () => {
    const { root, checkpoints } = bench();
    fill(root, sources);
    const { id } = await checkpoints.capture(root);
    writeFileSync(join(root, "main.ts"), "other();\n");
    chmodSync(join(root, "bin/run.sh"), 0o700);
    fill(root, { "made/by/tool.ts": "x" });
    rmSync(join(root, "src/one.ts"));

    const planned = await checkpoints.changes(id, root);
    expect(new Set(planned.map(({ path, change }) => `${change} ${path}`))).toEqual(
      new Set([
        "mode bin/run.sh",
        "rewritten main.ts",
        "created src/one.ts",
        "removed made/by/tool.ts",
        "removed made/by",
        "removed made",
      ]),
    );
    const done = await checkpoints.restore(id, root);
    expect(new Set(done)).toEqual(new Set(planned));
  });

  it("turns folders back into files and files into folders", async () => {
    const { root, checkpoints } = bench();
    fill(root, { a: "file", "b/c/d": "in a folder", "l/x": "behind a link later" });
    const before = look(root);
    const { id } = await checkpoints.capture(root);
    removeAll(join(root, "a"));
    removeAll(join(root, "b"));
    removeAll(join(root, "l"));
    fill(root, { "a/b/c": "now a folder", b: "now a file" });
    symlinkSync("a", join(root, "l"));
    await checkpoints.restore(id, root);
    expect(look(root)).toEqual(before);
  });

  it("never writes through a folder that has become a link", async () => {
    const { root, checkpoints } = bench();
    const elsewhere = tempFolder();
    fill(root, { "src/a.ts": "mine" });
    fill(elsewhere, { "a.ts": "not yours", "b.ts": "nor this" });
    const { id } = await checkpoints.capture(root);
    removeAll(join(root, "src"));
    symlinkSync(elsewhere, join(root, "src"));
    await checkpoints.restore(id, root);
    expect(readFileSync(join(elsewhere, "a.ts"), "utf8")).toBe("not yours");
    expect(readdirSync(elsewhere)).toEqual(["a.ts", "b.ts"]);
    expect(lstatSync(join(root, "src")).isDirectory()).toBe(true);
    expect(readFileSync(join(root, "src/a.ts"), "utf8")).toBe("mine");
  });

  it("fills folders that may not be written, and leaves them so", async () => {
    const { root, checkpoints } = bench();
    fill(root, { "locked/a": "1", "locked/b": "2" });
    chmodSync(join(root, "locked"), 0o500);
    const before = look(root);
    const { id } = await checkpoints.capture(root);
    chmodSync(join(root, "locked"), 0o700);
    rmSync(join(root, "locked/a"));
    fill(root, { "locked/c": "3" });
    chmodSync(join(root, "locked"), 0o500);
    await checkpoints.restore(id, root);
    expect(look(root)).toEqual(before);
    chmodSync(join(root, "locked"), 0o700);
  });

  it("sees a change that keeps size and time of change", async () => {
    const { root, checkpoints } = bench();
    const old = new Date("2020-01-01T00:00:00Z");
    fill(root, { a: "one" });
    utimesSync(join(root, "a"), old, old);
    const first = await checkpoints.capture(root);
    await checkpoints.capture(root);
    writeFileSync(join(root, "a"), "two");
    utimesSync(join(root, "a"), old, old);
    const second = await checkpoints.capture(root);
    expect(second.id).not.toBe(first.id);
  });

  it("sees each of many changes in quick succession", async () => {
    const { root, checkpoints } = bench();
    const ids: string[] = [];
    for (let round = 0; round < 40; round++) {
      writeFileSync(join(root, "a"), String(round).padStart(3, "0"));
      ids.push((await checkpoints.capture(root)).id);
    }
    expect(new Set(ids).size).toBe(40);
  });

  it("gives the same id for the same state, in any root and any order of doing", async () => {
    const { root, checkpoints } = bench();
    const other = bench();
    fill(root, { ...sources, extra: "x" });
    const first = await checkpoints.capture(root);
    rmSync(join(root, "extra"));
    const without = await checkpoints.capture(root);
    renameSync(join(root, "main.ts"), join(root, "moved.ts"));
    renameSync(join(root, "moved.ts"), join(root, "main.ts"));
    fill(other.root, Object.fromEntries(Object.entries(sources).toReversed()));
    expect((await checkpoints.capture(root)).id).toBe(without.id);
    expect((await other.checkpoints.capture(other.root)).id).toBe(without.id);
    expect(first.id).not.toBe(without.id);
  });

  it("stops when it is told to, and can be done again", async () => {
    const { root, checkpoints } = bench();
    for (let file = 0; file < 300; file++) fill(root, { [`${file % 30}/${file}`]: `text ${file}` });
    const before = look(root);
    const { id } = await checkpoints.capture(root);
    for (let folder = 0; folder < 30; folder++) removeAll(join(root, String(folder)));
    const control = new AbortController();
    const timer = setInterval(() => existsSync(join(root, "0")) && control.abort(), 1);
    await expect(checkpoints.restore(id, root, { signal: control.signal })).rejects.toThrow(/abort/);
    clearInterval(timer);
    await checkpoints.restore(id, root);
    expect(look(root)).toEqual(before);
    await expect(checkpoints.capture(root, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/);
  });

  it("leaves everything else its turn meanwhile", async () => {
    const { root, checkpoints } = bench();
    for (let file = 0; file < 300; file++) fill(root, { [`${file % 30}/${file}`]: `text ${file}` });
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await checkpoints.capture(root);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });

  it("compares with what is there when folders are empty", async () => {
    const { root, checkpoints } = bench();
    const { id, files } = await checkpoints.capture(root);
    expect(files).toBe(0);
    mkdirSync(join(root, "a/b/c"), { recursive: true });
    await checkpoints.restore(id, root);
    expect(look(root)).toEqual({});
  });
});
