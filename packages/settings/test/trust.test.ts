import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trustStore } from "../src/index.ts";
import { tempFolder } from "./temp-folder.ts";

function project(files: Readonly<Record<string, string>> = { "config.yaml": "mode: auto" }): string {
  const folder = tempFolder();
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, ".skein", name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

describe("trust", () => {
  it("is given by name, kept for the next process, and taken away again", async () => {
    const [data, folder] = [tempFolder(), project({ "config.yaml": "a: 1", "recipes/x.yaml": "b" })];
    expect(await trustStore(data).check(folder)).toBe("untrusted");
    const added = await trustStore(data).add(folder);
    expect(added).toMatchObject({ path: folder, files: ["config.yaml", "recipes/x.yaml"] });
    expect(await trustStore(data).check(folder)).toBe("trusted");
    expect(await trustStore(data).list()).toMatchObject([
      { path: folder, hash: added.hash, state: "trusted" },
    ]);
    expect(await trustStore(data).remove(folder)).toBe(true);
    expect(await trustStore(data).check(folder)).toBe("untrusted");
    expect(await trustStore(data).remove(folder)).toBe(false);
  });

  it.each<[string, (folder: string) => void]>([
    ["a byte changes", (folder) => writeFileSync(join(folder, ".skein", "config.yaml"), "mode: autp")],
    ["a file comes", (folder) => writeFileSync(join(folder, ".skein", "hooks.yaml"), "")],
    ["a file goes", (folder) => rmSync(join(folder, ".skein", "config.yaml"))],
    [
      "a file gets another name",
      (folder) => renameSync(join(folder, ".skein/config.yaml"), join(folder, ".skein/b")),
    ],
    ["a link comes", (folder) => symlinkSync("/etc/hostname", join(folder, ".skein", "link"))],
  ])("ends when %s", async (_, change) => {
    const [data, folder] = [tempFolder(), project()];
    await trustStore(data).add(folder);
    change(folder);
    expect(await trustStore(data).check(folder)).toBe("changed");
    expect((await trustStore(data).list())[0]?.state).toBe("changed");
  });

  it("is for the real path: a link to a trusted project is trusted, a copy is not", async () => {
    const [data, folder, copy] = [tempFolder(), project(), project()];
    await trustStore(data).add(folder);
    const link = join(data, "link");
    symlinkSync(folder, link);
    expect(await trustStore(data).check(link)).toBe("trusted");
    expect(await trustStore(data).check(copy)).toBe("untrusted");
  });

  it("has nothing to judge where there is no .skein folder", async () => {
    const [data, folder] = [tempFolder(), tempFolder()];
    expect(await trustStore(data).check(folder)).toBe("nothing");
    await expect(trustStore(data).add(folder)).rejects.toMatchObject({ code: "usage" });
  });

  it("is refused to links, and to a .skein folder that is one", async () => {
    const [data, folder, other] = [tempFolder(), project(), tempFolder()];
    symlinkSync("config.yaml", join(folder, ".skein", "link"));
    symlinkSync(join(folder, ".skein"), join(other, ".skein"));
    for (const one of [folder, other])
      await expect(trustStore(data).add(one)).rejects.toMatchObject({
        name: "ConfigError",
        message: expect.stringContaining("cannot be trusted") as string,
      });
  });

  it("is refused above 1,000 files", async () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`f${index}`, ""]));
    await expect(trustStore(tempFolder()).add(project(many))).rejects.toMatchObject({ code: "usage" });
  });

  it("is not read from a record that says another path, or is damaged", async () => {
    const [data, folder] = [tempFolder(), project()];
    const { path, hash } = await trustStore(data).add(folder);
    const [record = ""] = readdirSync(join(data, "trust"));
    const file = join(data, "trust", record);
    writeFileSync(file, JSON.stringify({ path: `${path}-other`, hash, at: 1 }));
    expect(await trustStore(data).check(folder)).toBe("untrusted");
    writeFileSync(file, "{");
    expect(await trustStore(data).check(folder)).toBe("untrusted");
  });

  it("is kept where only its owner reads and writes", async () => {
    const data = tempFolder();
    chmodSync(data, 0o755);
    await trustStore(data).add(project());
    expect((statSync(join(data, "trust")).mode & 0o777).toString(8)).toBe("700");
  });

  it("tells contents apart, however their bytes are cut into files", async () => {
    const content = fc.dictionary(fc.stringMatching(/^[a-c]{1,2}$/), fc.stringMatching(/^[ab\n0-9]{0,3}$/), {
      minKeys: 1,
    });
    await fc.assert(
      fc.asyncProperty(content, content, async (one, other) => {
        const data = tempFolder();
        const hashes = [await trustStore(data).add(project(one)), await trustStore(data).add(project(other))];
        const sorted = (files: Readonly<Record<string, string>>): string =>
          JSON.stringify(Object.entries(files).toSorted(([left], [right]) => (left < right ? -1 : 1)));
        const same = sorted(one) === sorted(other);
        expect(hashes[0]!.hash === hashes[1]!.hash).toBe(same);
      }),
      { numRuns: 40 },
    );
  });
});
