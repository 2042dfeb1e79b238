import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createPrivateFile, makePrivateFolder, writePrivateFile } from "@skein/platform/files";
import { runChild } from "./run-child.ts";
import { tempFolder } from "./temp-folder.ts";

const run = promisify(execFile);
const createFile = new URL("./children/create-file.ts", import.meta.url);

const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** `work` never yields, so that nothing else sees the other umask. */
function withUmask(umask: number, work: () => void): void {
  const before = process.umask(umask);
  try {
    work();
  } finally {
    process.umask(before);
  }
}

describe.skipIf(process.platform === "win32")("what is private", () => {
  it.each([0o000, 0o777])("belongs to its owner alone, with umask %i", (umask) => {
    const folder = join(tempFolder(), "a", "b");
    withUmask(umask, () => {
      makePrivateFolder(folder);
      writePrivateFile(join(folder, "written"), "text", false);
      createPrivateFile(join(folder, "created"), "text");
    });
    expect([modeOf(folder), modeOf(dirname(folder))]).toEqual([0o700, 0o700]);
    expect(["written", "created"].map((name) => modeOf(join(folder, name)))).toEqual([0o600, 0o600]);
  });

  it("leaves a folder that is there as it is", () => {
    const folder = tempFolder();
    const before = modeOf(folder);
    makePrivateFolder(folder);
    makePrivateFolder(join(folder, "inner"));
    expect(modeOf(folder)).toBe(before);
  });
});

describe("a file that is written", () => {
  it("takes no other's place", () => {
    const path = join(tempFolder(), "file");
    writePrivateFile(path, "first", true);
    expect(() => writePrivateFile(path, "second", true)).toThrow("EEXIST");
    expect(readFileSync(path, "utf8")).toBe("first");
  });
});

describe("a file that is created", () => {
  it("takes no other's place, and leaves nothing beside it", () => {
    const folder = tempFolder();
    const path = join(folder, "file");
    writeFileSync(path, "before");
    createPrivateFile(path, "after");
    expect(readFileSync(path, "utf8")).toBe("before");
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("says why it cannot be, and leaves nothing", () => {
    const folder = tempFolder();
    expect(() => createPrivateFile(join(folder, "missing", "file"), "text")).toThrow("ENOENT");
    expect(existsSync(join(folder, "missing"))).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(process.platform === "linux")("leaves nothing when its content finds no room", async () => {
    const folder = tempFolder();
    const limited = 'ulimit -f 200; exec "$0" "$@"';
    const args = [process.execPath, fileURLToPath(createFile), join(folder, "file"), "word"];
    await expect(run("bash", ["-c", limited, ...args])).rejects.toThrow("EFBIG");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is one and whole, however many processes create it", async () => {
    const folder = tempFolder();
    const words = ["one", "two", "six", "ten"];
    const seen = await Promise.all(words.map((word) => runChild(createFile, [join(folder, "file"), word])));
    expect(words).toContain(seen[0]);
    expect(new Set(seen).size).toBe(1);
    expect(readdirSync(folder)).toEqual(["file"]);
  });
});
