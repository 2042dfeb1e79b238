import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { checkProperty } from "@skein/property-tests";
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
  it("is given by name, kept for the next process, and removed again", async () => {
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

  it.each<[string, (folder: string, aside: string) => void]>([
    [
      "is renamed, and a copy of it takes its path",
      (folder, aside) => {
        renameSync(folder, aside);
        cpSync(aside, folder, { recursive: true });
      },
    ],
    [
      "is deleted, and made again",
      (folder, aside) => {
        cpSync(folder, aside, { recursive: true });
        rmSync(folder, { recursive: true });
        cpSync(aside, folder, { recursive: true });
      },
    ],
    [
      "trades its path with a folder that holds the same",
      (folder, aside) => {
        cpSync(folder, `${aside}-copy`, { recursive: true });
        renameSync(folder, aside);
        renameSync(`${aside}-copy`, folder);
      },
    ],
  ])("ends when the folder %s", async (_, change) => {
    const [data, home] = [tempFolder(), tempFolder()];
    const folder = join(home, "project");
    renameSync(project(), folder);
    await trustStore(data).add(folder);
    change(folder, join(home, "aside"));
    expect(await trustStore(data).check(folder)).toBe("replaced");
    expect((await trustStore(data).list())[0]?.state).toBe("replaced");
    await trustStore(data).add(folder);
    expect(await trustStore(data).check(folder)).toBe("trusted");
  });

  it("ends when a link to it, or to a folder above it, leads to another one", async () => {
    const [data, home] = [tempFolder(), tempFolder()];
    for (const name of ["one", "other"]) {
      mkdirSync(join(home, name));
      renameSync(project(), join(home, name, "project"));
    }
    for (const [link, below] of [
      [join(home, "link"), "one/project"],
      [join(home, "above"), "one"],
    ] as const) {
      symlinkSync(join(home, below), link);
      const folder = below === "one" ? join(link, "project") : link;
      await trustStore(data).add(folder);
      expect(await trustStore(data).check(folder)).toBe("trusted");
      rmSync(link);
      symlinkSync(join(home, below.replace("one", "other")), link);
      expect(await trustStore(data).check(folder)).toBe("untrusted");
    }
    // A link in place of the folder itself.
    renameSync(join(home, "one/project"), join(home, "aside"));
    symlinkSync(join(home, "other/project"), join(home, "one/project"));
    expect(await trustStore(data).check(join(home, "one/project"))).toBe("untrusted");
  });

  it("stays when the folder goes away and comes back, when files come and go, and when git changes its branch", async () => {
    const [data, home] = [tempFolder(), tempFolder()];
    const folder = join(home, "project");
    renameSync(project(), folder);
    const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: folder, stdio: "ignore" });
    git("init", "-q");
    git("add", ".");
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "one");
    git("checkout", "-qb", "other");
    await trustStore(data).add(folder);
    writeFileSync(join(folder, "new"), "");
    renameSync(folder, join(home, "aside"));
    expect(await trustStore(data).check(folder)).toBe("nothing");
    renameSync(join(home, "aside"), folder);
    git("checkout", "-q", "-");
    expect(await trustStore(data).check(folder)).toBe("trusted");
  });

  it("does not go by the number of the disk, which changes when it is mounted again, where the time of birth is known", async () => {
    const [data, folder] = [tempFolder(), project()];
    const {
      folder: known = { device: "", inode: "" },
      files: _,
      ...record
    } = await trustStore(data).add(folder);
    const [name = ""] = readdirSync(join(data, "trust"));
    const says = async (identity: object | undefined) => {
      writeFileSync(join(data, "trust", name), JSON.stringify({ ...record, folder: identity }));
      return trustStore(data).check(folder);
    };
    expect(await says({ ...known, device: "1" })).toBe(known.born === undefined ? "replaced" : "trusted");
    expect(await says({ ...known, inode: "1" })).toBe("replaced");
    expect(await says({ ...known, born: "1" })).toBe("replaced");
    // A record of an earlier version, or of a file system that says less: it is unknown.
    expect(await says(undefined)).toBe("replaced");
    expect(await says({ inode: known.inode })).toBe("replaced");
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
    await checkProperty(
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
