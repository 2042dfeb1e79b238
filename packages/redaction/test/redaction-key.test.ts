import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { existingRedactionKey, redactionKey } from "../src/index.ts";
import { tempFolder } from "./temp-folder.ts";

const printKey = fileURLToPath(new URL("./children/print-key.ts", import.meta.url));

describe("the key of an installation", () => {
  it("is made once, for the owner alone, and read from then on", async () => {
    const path = join(tempFolder(), "data", "redaction.key");
    const key = await redactionKey(path);
    expect(key).toHaveLength(32);
    expect(new Set(key).size).toBeGreaterThan(8);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(await redactionKey(path)).toEqual(key);
    expect(new Uint8Array(readFileSync(path))).toEqual(key);
  });

  it("is read where it exists, and not made otherwise", async () => {
    const folder = tempFolder();
    const path = join(folder, "data", "redaction.key");
    expect(await existingRedactionKey(path)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    const key = await redactionKey(path);
    expect(await existingRedactionKey(path)).toEqual(key);
    writeFileSync(path, "short");
    expect(await existingRedactionKey(path)).toBeUndefined();
  });

  it("is the same for all that start at once, and nothing is left beside it", async () => {
    const path = join(tempFolder(), "redaction.key");
    const here = Array.from({ length: 20 }, () => redactionKey(path));
    const children = Array.from({ length: 3 }, () => promisify(execFile)(process.execPath, [printKey, path]));
    const keys = new Set((await Promise.all(here)).map((key) => Buffer.from(key).toString("hex")));
    for (const { stdout } of await Promise.all(children)) keys.add(stdout);
    expect(keys.size).toBe(1);
    expect(readdirSync(dirname(path))).toEqual(["redaction.key"]);
  });

  it.each([
    ["is too short", (path: string) => writeFileSync(path, "short")],
    ["is a folder", (path: string) => mkdirSync(path)],
    [
      "is a link",
      (path: string) => (writeFileSync(`${path}.to`, Buffer.alloc(32)), symlinkSync(`${path}.to`, path)),
    ],
  ])("says so when the file %s", async (_, make) => {
    const path = join(tempFolder(), "redaction.key");
    make(path);
    await expect(redactionKey(path)).rejects.toMatchObject({
      code: "unreadable",
      message: expect.stringContaining(path) as unknown,
      hint: expect.stringContaining("remove it") as unknown,
    });
  });
});
