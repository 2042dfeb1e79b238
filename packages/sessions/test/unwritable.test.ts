import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { all, notice, notices } from "./entries.ts";
import { journalPath, storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

/**
 * Takes the right to write a folder away until the test ends. Rights do not bind root, who mounts the folder read-only
 * over itself instead.
 *
 * @returns whether that could be done.
 */
function protect(folder: string): boolean {
  if (process.platform === "win32") return false;
  if (process.getuid?.() === 0) {
    const mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0"';
    onTestFinished(() => void spawnSync("sh", ["-c", 'umount "$0"', folder]));
    return spawnSync("sh", ["-c", mount, folder]).status === 0;
  }
  const paths = ["", ...readdirSync(folder, { recursive: true }).map(String)].map((name) =>
    join(folder, name),
  );
  onTestFinished(() => paths.forEach((path) => chmodSync(path, 0o755)));
  for (const path of paths.toReversed()) chmodSync(path, 0o555);
  return true;
}

describe.each(storeNames)("a folder of %s that may only be read", (name) => {
  it("can be read and listed, and says read-only to the rest", async ({ skip }) => {
    const folder = tempFolder();
    let hash = "";
    {
      await using store = stores[name](folder);
      await store.append("s", 0, notices(1, 300));
      hash = await store.putBlob("s", Buffer.from("kept"));
    }
    skip(!protect(folder), "cannot be made read-only here");
    await using store = stores[name](folder);
    const readOnly = { name: "SessionError", code: "read-only" };
    const refuse = async (session: string, last: number): Promise<void> => {
      await expect(store.append(session, last, [notice(last + 1)])).rejects.toMatchObject(readOnly);
      await expect(store.lease(session, "me", 1000)).rejects.toMatchObject(readOnly);
      await expect(store.putBlob(session, Buffer.from("new"))).rejects.toMatchObject(readOnly);
    };
    await refuse("s", 300);
    await refuse("new", 0);
    await expect(store.remove("s")).rejects.toMatchObject(readOnly);
    const entry = (one: ReturnType<typeof notice>) => ({ ...one, text: "other" }) as typeof one;
    await expect(store.rewrite("s", { entry })).rejects.toMatchObject(readOnly);
    expect(await all(store.read("s"))).toEqual(notices(1, 300));
    expect(await all(store.read("s", 299))).toEqual(notices(299, 300));
    expect(await store.lastSeq("s")).toBe(300);
    expect(Buffer.from((await store.blob("s", hash)) ?? []).toString()).toBe("kept");
    expect(await store.list()).toMatchObject([{ session: "s", summary: { startedAt: 1001 } }]);
    expect(existsSync(join(folder, "new"))).toBe(false);
  });
});

describe("a SQLite journal in a folder that may only be read", () => {
  it("is not read past entries that are still in its log", async ({ skip }) => {
    const folder = tempFolder();
    {
      await using store = stores.sqlite(folder);
      await store.append("s", 0, notices(1, 2));
    }
    const path = journalPath("sqlite", folder, "s");
    const writer = new DatabaseSync(path);
    onTestFinished(() => writer.close());
    writer.exec("PRAGMA wal_autocheckpoint = 0; UPDATE entries SET at = 7");
    const copy = tempFolder();
    cpSync(join(folder, "s"), join(copy, "s"), { recursive: true });
    rmSync(join(copy, "s", "journal.db-shm"));
    skip(!protect(copy), "cannot be made read-only here");
    await using store = stores.sqlite(copy);
    const seen: number[] = [];
    const reading = (async () => {
      for await (const { seq } of store.read("s")) seen.push(seq);
    })();
    await expect(reading).rejects.toMatchObject({ code: "read-only" });
    expect(seen).toEqual([]);
  });
});
