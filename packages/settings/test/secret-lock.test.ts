import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { exclusively } from "../src/secrets/secret-lock.ts";
import { tempFolder } from "./temp-folder.ts";

const lock = fileURLToPath(new URL("../src/secrets/secret-lock.ts", import.meta.url));

describe("the lock of a secret", () => {
  it("lets one work at a time, in one process", async () => {
    const folder = tempFolder();
    let working = 0;
    const most = await Promise.all(
      Array.from({ length: 5 }, () =>
        exclusively(join(folder, "locks"), "A", async () => {
          working++;
          await new Promise((resolve) => setTimeout(resolve, 5));
          return working--;
        }),
      ),
    );
    expect(most).toEqual([1, 1, 1, 1, 1]);
    expect((await stat(join(folder, "locks", "A.lock"))).mode & 0o777).toBe(0o600);
  });

  it("is free again after a kill, and under other names all the time", async () => {
    const folder = tempFolder();
    const program = `
      const { exclusively } = await import(${JSON.stringify(lock)});
      await exclusively(${JSON.stringify(folder)}, "A", () => new Promise((resolve) => {
        console.log("held");
        setTimeout(resolve, 60_000);
      }));`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    expect(await exclusively(folder, "B", () => Promise.resolve("free"))).toBe("free");
    const waiting = exclusively(folder, "A", () => Promise.resolve("mine"));
    child.kill("SIGKILL");
    expect(await waiting).toBe("mine");
  });

  it("is released when the work fails", async () => {
    const folder = tempFolder();
    const failing = exclusively(folder, "A", () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(await exclusively(folder, "A", () => Promise.resolve(1))).toBe(1);
  });
});
