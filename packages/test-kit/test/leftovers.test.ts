import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { collect, processesWith, temporaryFolder } from "../src/index.ts";

describe("processes with a mark", () => {
  it.each([
    [
      "in their arguments",
      (marker: string) => spawn(process.execPath, ["-e", "setInterval(() => 0, 999)", marker]),
    ],
    [
      "in their environment",
      (marker: string) =>
        spawn(process.execPath, ["-e", "setInterval(() => 0, 999)"], { env: { SKEIN_CALL: marker } }),
    ],
  ])("are found %s until they end", async (_, start) => {
    const marker = randomUUID();
    expect(await processesWith(marker)).toEqual([]);
    const child = start(marker);
    await once(child, "spawn");
    await expect.poll(() => processesWith(marker)).toEqual([child.pid]);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await processesWith(marker)).toEqual([]);
  });
});

describe("a temporary folder", () => {
  it("is there until the end of its scope, with all that is in it", async () => {
    let path = "";
    {
      await using folder = await temporaryFolder();
      path = folder.path;
      await writeFile(join(path, "file"), "x");
      expect(existsSync(join(path, "file"))).toBe(true);
    }
    expect(existsSync(path)).toBe(false);
  });
});

describe("collect", () => {
  it("gives everything, or the error", async () => {
    async function* items(error?: Error): AsyncGenerator<number> {
      yield 1;
      if (error) throw error;
    }
    expect(await collect(items())).toEqual([1]);
    await expect(collect(items(new Error("no")))).rejects.toThrow("no");
  });
});
