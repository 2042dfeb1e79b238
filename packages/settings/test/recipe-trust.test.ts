import { mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { recipeTrust } from "../src/index.ts";
import { tempFolder } from "./temp-folder.ts";

const hash = "ab".repeat(32);

describe("trust in recipes", () => {
  it("is for a content, kept for the next process, and removed again", async () => {
    const data = tempFolder();
    expect(await recipeTrust(data).has(hash)).toBe(false);
    await recipeTrust(data).add({ hash, title: "Tidy", path: "/r/tidy.yaml" });
    expect(await recipeTrust(data).has(hash)).toBe(true);
    expect(await recipeTrust(data).has("cd".repeat(32))).toBe(false);
    expect(await recipeTrust(data).list()).toMatchObject([
      { hash, title: "Tidy", path: "/r/tidy.yaml", places: [] },
    ]);
    expect(await recipeTrust(data).remove(hash)).toBe(true);
    expect(await recipeTrust(data).remove(hash)).toBe(false);
    expect(await recipeTrust(data).list()).toEqual([]);
  });

  it("is not to be had by a file that says another hash than its name, or by a name that is a path", async () => {
    const data = tempFolder();
    const folder = join(data, "trust", "recipes");
    mkdirSync(folder, { recursive: true });
    const other = { hash: "cd".repeat(32), title: "x", path: "/x", at: 1 };
    writeFileSync(join(folder, `${hash}.json`), JSON.stringify(other));
    writeFileSync(join(data, "trust", "evil.json"), JSON.stringify({ ...other, hash: "../evil" }));
    expect(await recipeTrust(data).has(hash)).toBe(false);
    expect(await recipeTrust(data).has("../evil")).toBe(false);
    expect(await recipeTrust(data).remove("../evil")).toBe(false);
  });

  it("in a folder is for that very folder: another one at its path was not agreed to", async () => {
    const [data, home] = [tempFolder(), tempFolder()];
    const place = join(home, "work");
    mkdirSync(place);
    const store = recipeTrust(data);
    await store.add({ hash, title: "Tidy", path: "/r/tidy.yaml", places: [place] });
    expect(await store.has(hash)).toBe(true);
    renameSync(place, join(home, "aside"));
    expect(await store.has(hash)).toBe(false);
    mkdirSync(place);
    expect(await store.has(hash)).toBe(false);
    await expect(
      store.add({ hash, title: "Tidy", path: "/r/tidy.yaml", places: [join(home, "gone")] }),
    ).rejects.toMatchObject({ name: "ConfigError" });
  });

  it("is not read from a record whose places are damaged", async () => {
    const data = tempFolder();
    const record = await recipeTrust(data).add({ hash, title: "Tidy", path: "/r/tidy.yaml", places: [data] });
    const file = join(data, "trust", "recipes", `${hash}.json`);
    for (const places of [7, [7], [{ path: data }], [{ path: data, folder: { inode: 1 } }]]) {
      writeFileSync(file, JSON.stringify({ ...record, places }));
      expect(await recipeTrust(data).has(hash)).toBe(false);
    }
  });

  it("is readable by its owner alone", async () => {
    const data = tempFolder();
    await recipeTrust(data).add({ hash, title: "Tidy", path: "/r/tidy.yaml" });
    const folder = join(data, "trust", "recipes");
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, `${hash}.json`)).mode & 0o777).toBe(0o600);
  });
});
